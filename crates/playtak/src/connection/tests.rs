//! Connections against a listener on this machine.
#![allow(clippy::unwrap_used)]

use super::*;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::select;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

/// Far longer than any test.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn addresses_are_read_and_written() {
    for (text, written) in [
        ("wss://playtak.com/ws", "wss://playtak.com/ws"),
        ("wss://playtak.com:443/ws", "wss://playtak.com:443/ws"),
        ("playtak.com", "wss://playtak.com/ws"),
        (" localhost ", "wss://localhost/ws"),
        ("ws://127.0.0.1:9999", "ws://127.0.0.1:9999"),
        ("ws://x.org/a?b=c", "ws://x.org/a?b=c"),
        ("ws://[::1]:80/ws", "ws://[::1]:80/ws"),
    ] {
        let address: Address = text.parse().unwrap();
        assert_eq!(address.to_string(), written);
    }
    assert_eq!(Ok(Address::default()), "playtak.com".parse());
    let texts = "| |playtak.com:10000|playtak.com/ws|two words|http://playtak.com|wss://|wss:///ws|\
        wss://:443/ws|wss://playtak.com:/ws|wss://playtak.com:65536/ws|\
        wss://playtak.com:x/ws|wss://me@playtak.com/ws|wss://me:secret@playtak.com/ws|\
        tcp://playtak.com:10000|://x";
    for text in texts.split('|') {
        assert!(text.parse::<Address>().is_err(), "{text}");
    }
    let error = "http://x".parse::<Address>().unwrap_err().to_string();
    assert!(error.starts_with("expected an address") && error.ends_with("found 'http://x'"));
}

#[test]
fn lines_do_not_depend_on_pieces() {
    let text = "Welcome!\r\n\nGame#1 P A1\nTell <a> \u{e9}\u{4e2d}\nrest".as_bytes();
    let expected = ["Welcome!", "Game#1 P A1", "Tell <a> \u{e9}\u{4e2d}"];
    for size in 1..=text.len() {
        let mut lines = Lines::default();
        text.chunks(size).for_each(|piece| lines.push(piece));
        assert_eq!(all(&mut lines), expected, "pieces of {size} bytes");
        lines.push(b" of it\n");
        assert_eq!(all(&mut lines), ["rest of it"]);
    }
}

#[test]
fn long_lines_are_skipped() {
    let mut lines = Lines::default();
    let longest = "x".repeat(MAX_LINE);
    lines.push(longest.as_bytes());
    lines.push(b"\r\n");
    assert_eq!(all(&mut lines).concat(), longest);
    for _ in 0..3 {
        lines.push(longest.as_bytes());
        assert!(lines.partial.len() <= MAX_LINE + 1);
    }
    lines.push(b"\nOK\n");
    lines.push(longest.as_bytes());
    lines.push(b"x\nOK\n");
    let error = "expected a line of at most 65536 bytes, found a longer one";
    assert_eq!(all(&mut lines), [error, "OK", error, "OK"]);
}

fn all(lines: &mut Lines) -> Vec<String> {
    let text = |line: io::Result<String>| line.unwrap_or_else(|error| error.to_string());
    lines.complete.drain(..).map(text).collect()
}

async fn listener(scheme: &str) -> (TcpListener, Address) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("{scheme}://{}", listener.local_addr().unwrap());
    (listener, address.parse().unwrap())
}

async fn socket<S: AsyncRead + AsyncWrite + Unpin>(stream: S) -> WebSocketStream<S> {
    // The error type is that of tungstenite.
    #[allow(clippy::result_large_err)]
    let choose = |request: &Request, mut response: Response| {
        assert_eq!(request.headers()["Sec-WebSocket-Protocol"], SUBPROTOCOL);
        let chosen = HeaderValue::from_static(SUBPROTOCOL);
        response.headers_mut().insert("Sec-WebSocket-Protocol", chosen);
        Ok(response)
    };
    accept_hdr_async(stream, choose).await.unwrap()
}

async fn received(connection: &mut Connection) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(line) = connection.receive().await.unwrap() {
        lines.push(line);
    }
    lines
}

async fn refused(address: &Address, timeout: Duration) -> String {
    Connection::open(address, timeout).await.err().unwrap().to_string()
}

#[tokio::test]
async fn web_socket_carries_lines() {
    let (listener, address) = listener("ws").await;
    let server = async {
        let mut socket = socket(listener.accept().await.unwrap().0).await;
        for message in [
            Message::binary("Welcome!\nLogin "),
            Message::Ping("x".into()),
            Message::text("or Register\nTell <a> \u{e9}"),
            Message::binary("\u{4e2d}\r\n\nTell <a> "),
            Message::binary(vec![0xff, b'\n']),
            Message::text("OK\n"),
        ] {
            socket.send(message).await.unwrap();
        }
        let mut frames = Vec::new();
        while let Some(Ok(frame)) = socket.next().await {
            frames.push(frame);
        }
        let expected = [Message::Pong("x".into()), Message::text("PING\n"), Message::Close(None)];
        assert_eq!(frames, expected);
    };
    let client = async {
        let mut connection = Connection::open(&address, PATIENCE).await.unwrap();
        for expected in ["Welcome!", "Login or Register", "Tell <a> \u{e9}\u{4e2d}"] {
            assert_eq!(connection.receive().await.unwrap().unwrap(), expected);
        }
        let error = connection.receive().await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert_eq!(connection.receive().await.unwrap().unwrap(), "OK");
        let error = connection.send("two\nlines").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        connection.send("PING").await.unwrap();
        connection.close().await;
    };
    tokio::join!(server, client);
}

#[tokio::test]
async fn a_cut_is_the_end() {
    let (listener, address) = listener("ws").await;
    let server = async {
        let mut socket = socket(listener.accept().await.unwrap().0).await;
        socket.send(Message::binary("OK\nGame#1 P A")).await.unwrap();
    };
    let client = async {
        let mut connection = Connection::open(&address, PATIENCE).await.unwrap();
        assert_eq!(received(&mut connection).await, ["OK"]);
    };
    tokio::join!(server, client);
}

#[tokio::test]
async fn no_line_is_lost_when_a_call_is_dropped() {
    let (listener, address) = listener("ws").await;
    let server = async {
        let mut socket = socket(listener.accept().await.unwrap().0).await;
        let text: Vec<_> = (0..100).map(|number| format!("{number}\n")).collect();
        for piece in text.concat().as_bytes().chunks(3) {
            socket.send(Message::binary(piece.to_vec())).await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    let client = async {
        let mut connection = Connection::open(&address, PATIENCE).await.unwrap();
        let mut expected = 0;
        loop {
            select! {
                biased;
                line = connection.receive() => match line.unwrap() {
                    Some(line) => assert_eq!(line, expected.to_string()),
                    None => break,
                },
                () = tokio::task::yield_now() => continue,
            }
            expected += 1;
        }
        assert_eq!(expected, 100);
    };
    tokio::join!(server, client);
}

#[tokio::test]
async fn refused_connections_name_address_and_reason() {
    for scheme in ["ws", "wss"] {
        let (listener, address) = listener(scheme).await;
        drop(listener);
        let error = refused(&address, PATIENCE).await;
        assert!(error.starts_with(&format!("cannot connect to {address}: ")), "{error}");
    }
    let (listener, address) = listener("ws").await;
    let server = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\n\r\n").await.unwrap();
        stream.shutdown().await.unwrap();
        let _ = stream.read_to_end(&mut Vec::new()).await;
    };
    let ((), error) = tokio::join!(server, refused(&address, PATIENCE));
    assert!(error.contains("502 Bad Gateway"), "{error}");
}

#[tokio::test]
async fn silent_servers_cost_the_timeout() {
    let timeout = Duration::from_millis(20);
    for scheme in ["ws", "wss"] {
        let (_listener, address) = listener(scheme).await;
        let expected = "expected an answer within 20ms, found none";
        let error = refused(&address, timeout).await;
        assert_eq!(error, format!("cannot connect to {address}: {expected}"));
    }
}

fn acceptor() -> TlsAcceptor {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(bytes(KEY)));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![bytes(CERTIFICATE).into()], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

#[tokio::test]
async fn tls_carries_lines() {
    let (listener, address) = listener("wss").await;
    let server = async {
        let stream = acceptor().accept(listener.accept().await.unwrap().0).await.unwrap();
        let mut socket = socket(stream).await;
        assert_eq!(socket.next().await.unwrap().unwrap(), Message::text("PING\n"));
        socket.send(Message::binary("OK\n")).await.unwrap();
        // The stream ends without the last messages of the WebSocket and of TLS.
    };
    let client = async {
        let mut roots = RootCertStore::empty();
        roots.add(bytes(CERTIFICATE).into()).unwrap();
        let opened = Connection::open_trusting(roots, &address, PATIENCE).await;
        let mut connection = opened.map_err(|error| error.to_string()).unwrap();
        connection.send("PING").await.unwrap();
        assert_eq!(received(&mut connection).await, ["OK"]);
    };
    tokio::join!(server, client);
}

#[tokio::test]
async fn certificates_without_an_authority_are_refused() {
    let (listener, address) = listener("wss").await;
    let server = async {
        let (stream, _) = listener.accept().await.unwrap();
        assert!(acceptor().accept(stream).await.is_err());
    };
    let ((), error) = tokio::join!(server, refused(&address, PATIENCE));
    assert!(error.contains("invalid peer certificate: UnknownIssuer"), "{error}");
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let pairs = hexadecimal.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// A certificate of `localhost` that its own key signed, only for the test.
const CERTIFICATE: &str = "308201993082013ea003020102021461f154403866b1af6f86834d4fd6449b7cc58ab6300a06082a8648ce3d04\
    030230143112301006035504030c096c6f63616c686f73743020170d3236313132343131323732375a180f3231\
    3236313033313131323732375a30143112301006035504030c096c6f63616c686f73743059301306072a8648ce\
    3d020106082a8648ce3d03010703420004eba6a3f76e0c975c16964c9c2bd2e9485dee09be25dbd630907cab2d\
    c2a255704449251b5e051a1154f990c2da69ac44cb40bd4cc8d3945fc06179f04f03a0f9a36c306a301d060355\
    1d0e04160414a271738da8bc54f66500d36b0f9594c10d96c1f5301f0603551d23041830168014a271738da8bc\
    54f66500d36b0f9594c10d96c1f5300c0603551d130101ff04023000301a0603551d110413301182096c6f6361\
    6c686f737487047f000001300a06082a8648ce3d0403020349003046022100b7397e562d553248b7e1a9c99f72\
    74def9ee8d910a68f9d69dae775e35502553022100e61819fa099ca72bfbd34576d7592157f45d6e80b6b5e42d\
    d4821af6c3d6d1cd";
/// Its private key. No other program uses it.
const KEY: &str = "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b02010104205e77692d3faa47f6ce\
    f00097ce106954e964fafbb27879756364acaddc2802c3a14403420004eba6a3f76e0c975c16964c9c2bd2e948\
    5dee09be25dbd630907cab2dc2a255704449251b5e051a1154f990c2da69ac44cb40bd4cc8d3945fc06179f04f\
    03a0f9";
