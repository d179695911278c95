//! A page that watches games of PlayTak. JSON goes in both directions (docs/json.md); only lists, `Observe` and
//! `Unobserve` go to PlayTak.

use super::handshake::Socket;
use super::wire::{self, Pings};
use super::{Disconnect, Timeouts};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::pin::pin;
use stonefall_engine::notation::excerpt;
use stonefall_playtak::connection::Address;
use stonefall_tools::playtak::watch::{Target, watch as watch_games};
use tokio::select;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// Maximum number of changes that wait for the page. More wait in the connection to PlayTak.
const WAITING_CHANGES: usize = 64;

/// Connects to PlayTak and passes changes on until the page or the server ends the connection.
pub(super) async fn carry(
    socket: &mut Socket,
    playtak: Address,
    timeouts: &Timeouts,
    mut closing: watch::Receiver<bool>,
) -> Disconnect {
    let (sender, mut changes) = mpsc::channel(WAITING_CHANGES);
    let (target, targets) = watch::channel(None);
    let mut watching = pin!(watch_games(playtak, targets, sender));
    let mut pings = Pings::new(timeouts.ping);
    let disconnect = loop {
        let answer = select! {
            Ok(()) = closing.changed() => break Disconnect::Closing,
            // Watching ends only after this connection.
            () = &mut watching => return Disconnect::Closing,
            Some(change) = changes.recv() => Some(change.message()),
            () = pings.due() => match pings.send(socket, timeouts.write).await {
                Ok(()) => None,
                Err(disconnect) => break disconnect,
            },
            message = socket.next() => {
                pings.heard();
                match message {
                    None | Some(Ok(Message::Close(_))) => break Disconnect::Left,
                    Some(Err(error)) => break wire::disconnect(&error),
                    Some(Ok(Message::Text(text))) => match read(&text) {
                        // Only the last target counts.
                        Ok(wanted) => { target.send_replace(wanted); None }
                        Err(text) => Some(json!({ "type": "error", "text": text })),
                    },
                    Some(Ok(_)) => None,
                }
            }
        };
        if let Some(answer) = answer {
            let message = Message::text(answer.to_string());
            if let Err(disconnect) = wire::send(socket, [message], timeouts.write).await {
                break disconnect;
            }
        }
    };
    drop(changes);
    // The connection to PlayTak ends in any case.
    let _ = timeout(timeouts.leave, watching).await;
    disconnect
}

/// Reads `{"watch": NUMBER}` or `{"watch": null}`.
fn read(text: &str) -> Result<Option<Target>, String> {
    let value: Option<Value> = serde_json::from_str(text).ok();
    let wanted = value.as_ref().and_then(|value| value.get("watch"));
    if wanted == Some(&Value::Null) {
        return Ok(None);
    }
    let number = wanted.and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    number.map(|number| Some(Target::Game(number))).ok_or_else(|| {
        let found = excerpt(text, 40);
        format!("expected {{\"watch\": NUMBER}} or {{\"watch\": null}}, found {found}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_name_a_game_or_nothing() {
        assert_eq!(read(r#"{"watch": 12}"#), Ok(Some(Target::Game(12))));
        assert_eq!(read(r#"{"watch":null}"#), Ok(None));
        for text in
            ["", "{}", "12", r#"{"watch": -1}"#, r#"{"watch": 4294967296}"#, "Shout hello", "[]"]
        {
            assert!(read(text).is_err_and(|error| error.starts_with("expected {")), "{text}");
        }
    }
}
