//! A browser with a page, controlled by its debugger.

use crate::serve::server::{Served, serve};
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// Longer than any step.
const EVER: Duration = Duration::from_secs(100);

/// Time for the effect of a press that has not missed, before another attempt.
const CLICK: Duration = Duration::from_secs(20);

/// A browser with its own folder, which ends when dropped.
pub struct Browser {
    child: Child,
    folder: PathBuf,
}

impl Browser {
    /// Opens an address; `name` is the name of the folder.
    pub fn open(name: &str, url: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        let child = Command::new(option_env!("STONEFALL_CHROMIUM").unwrap_or("chromium"))
            // A test may run as any user: the sandbox is refused to some.
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-dev-shm-usage", "--disable-extensions", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .args(["--remote-debugging-port=0", "--window-size=1280,900"])
            // A page of another origin, without a network.
            .arg("--host-resolver-rules=MAP *.example 127.0.0.1")
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg(url)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self { child, folder }
    }

    /// Address of the debugger.
    fn debugger(&self) -> String {
        let deadline = Instant::now() + EVER;
        loop {
            if let Ok(text) = std::fs::read_to_string(self.folder.join("DevToolsActivePort"))
                && let Some((port, path)) = text.trim_end().split_once('\n')
            {
                return format!("127.0.0.1:{port}{path}");
            }
            assert!(Instant::now() < deadline, "the browser does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Processes of the browser may still write: the next run removes their files.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A connection whose reads have a deadline. Any signal, even the one that continues a stopped process, interrupts such a
/// read: it is repeated.
struct Patient(TcpStream);

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A page of its own server, in its own browser. When dropped it fails if the page had errors.
pub struct Page {
    socket: WebSocket<Patient>,
    session: Option<String>,
    count: u64,
    errors: Vec<String>,
    address: String,
    _browser: Browser,
    /// Ends after the browser. A test that stops it expects errors.
    served: Option<Served>,
}

impl Page {
    /// Opens the page with a fragment in its URL; `name` is the name of the browser's folder.
    pub fn open(name: &str, fragment: &str) -> Self {
        let mut page = Self::blank(name, serve(|_| {}));
        page.visit(fragment);
        page
    }

    /// Opens the page of this server.
    pub fn open_at(name: &str, served: Served) -> Self {
        let mut page = Self::blank(name, served);
        page.visit("");
        page
    }

    /// Opens a page on a phone: 360 by 740 points, with touch.
    pub fn open_on_phone(name: &str) -> Self {
        let mut page = Self::blank(name, serve(|_| {}));
        let screen = json!({ "width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true });
        page.command("Emulation.setDeviceMetricsOverride", screen);
        page.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        page.visit("");
        page
    }

    fn blank(name: &str, served: Served) -> Self {
        let browser = Browser::open(name, "about:blank");
        let address = browser.debugger();
        let (host, _) = address.split_once('/').unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(EVER)).unwrap();
        let (socket, _) = client(format!("ws://{address}"), Patient(stream)).unwrap();
        let mut page = Self {
            socket,
            session: None,
            count: 0,
            errors: Vec::new(),
            address: format!("http://{}/", served.address),
            _browser: browser,
            served: Some(served),
        };
        let target = page.command("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = page.command("Target.attachToTarget", target);
        page.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            page.command(domain, json!({}));
        }
        page
    }

    /// Sends a command, and returns its result.
    fn command(&mut self, method: &str, parameters: Value) -> Value {
        let mut answer = self.answer(method, parameters);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Sends a command, and returns its result or its error.
    fn answer(&mut self, method: &str, parameters: Value) -> Value {
        self.count += 1;
        let mut message = json!({ "id": self.count, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.count {
                return answer;
            }
            let entry = &answer["params"]["entry"];
            if answer["method"] == "Runtime.exceptionThrown" || entry["level"] == "error" {
                self.errors.push(answer["params"].to_string());
            }
        }
    }

    /// Opens the page again, with another fragment.
    pub fn visit(&mut self, fragment: &str) {
        self.navigate(&format!("{}{fragment}", self.address));
    }

    pub fn navigate(&mut self, url: &str) {
        self.command("Page.navigate", json!({ "url": url }));
        self.ready();
    }

    pub fn reload(&mut self) {
        // The mark distinguishes the old page from the new one.
        self.value("document.documentElement.id = 'old'");
        self.command("Page.reload", json!({}));
        self.ready();
    }

    /// Waits for a drawn board.
    fn ready(&mut self) {
        self.until(
            "document.documentElement.id !== 'old' && document.querySelector('.canvas .ground')",
        );
    }

    /// The value of an expression in the page, after its promises.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.command("Runtime.evaluate", asked);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// The text below the board.
    pub fn status(&mut self) -> String {
        self.text("document.querySelector('#status').textContent")
    }

    /// The list of moves.
    pub fn moves(&mut self) -> String {
        self.text("[...document.querySelectorAll('#moves button')].map((move) => move.textContent).join(' ')")
    }

    /// Waits until a condition is true.
    pub fn until(&mut self, condition: &str) {
        let deadline = Instant::now() + EVER;
        loop {
            let asked =
                json!({ "expression": format!("Boolean({condition})"), "returnByValue": true });
            // A reload may interrupt the evaluation.
            if self.answer("Runtime.evaluate", asked)["result"]["result"]["value"] == true {
                return;
            }
            if Instant::now() > deadline {
                let status = self.text("document.body.innerText");
                panic!("{condition} does not come true: {status} {:?}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a text below the board.
    pub fn until_status(&mut self, pattern: &str) {
        self.until(&format!("/{pattern}/.test(document.querySelector('#status').textContent)"));
    }

    /// Waits until the player can move.
    pub fn until_turn(&mut self) {
        self.until("document.querySelector('.cells:not(.still) .target')");
    }

    /// The first legal square that matches a selector, or an empty text.
    pub fn first(&mut self, kind: &str) -> String {
        self.text(&format!("document.querySelector('.cells button.target{kind}')?.dataset.square"))
    }

    /// The first empty square: a test cannot know the engine's moves.
    pub fn empty(&mut self) -> String {
        self.first("[aria-label*=\", empty\"]")
    }

    /// Scrolls to an element, waits until it rests uncovered, and returns its middle. From then on `window.press` tells
    /// whether a press clicked the element or its replacement, or missed it: it may move at any time. A press that
    /// misses has no effect on the page.
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        let selector = json!(selector);
        let look = format!(
            "(async () => {{ \
               const element = document.querySelector({selector}); \
               if (!element || element.disabled) return null; \
               element.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
               const before = element.getBoundingClientRect(); \
               await new Promise(requestAnimationFrame); \
               await new Promise(requestAnimationFrame); \
               const box = element.getBoundingClientRect(); \
               if (box.x !== before.x || box.y !== before.y) return null; \
               const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]; \
               if (!element.contains(document.elementFromPoint(x, y))) return null; \
               if (window.wanted === undefined) {{ \
                 for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'mousedown', 'mouseup', 'click']) {{ \
                   document.addEventListener(type, (event) => {{ \
                     if (window.wanted === null) return; \
                     if (type === 'pointercancel') window.press = 'missed'; \
                     else if (!event.target.closest?.(window.wanted)) {{ \
                       window.press = 'missed'; \
                       event.preventDefault(); \
                       event.stopImmediatePropagation(); \
                     }} else if (type === 'click') [window.press, window.wanted] = ['clicked', null]; \
                   }}, true); \
                 }} \
               }} \
               [window.press, window.wanted] = ['waits', {selector}]; \
               return [x, y]; }})()"
        );
        let deadline = Instant::now() + EVER;
        loop {
            let found = self.value(&look);
            if let (Some(x), Some(y)) = (found[0].as_f64(), found[1].as_f64()) {
                return (x, y);
            }
            assert!(Instant::now() < deadline, "{selector} is not there, or hidden, or moves");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses the middle of an element until it gets a click.
    fn hit(&mut self, selector: &str, press: impl Fn(&mut Self, f64, f64)) {
        let deadline = Instant::now() + EVER;
        loop {
            let (x, y) = self.middle(selector);
            press(self, x, y);
            // The click of a touch may come later.
            let soon = Instant::now() + CLICK;
            while Instant::now() < soon {
                match self.text("window.press").as_str() {
                    "waits" => std::thread::sleep(Duration::from_millis(5)),
                    "missed" => break,
                    // A click may load another page without the mark.
                    _ => return,
                }
            }
            assert!(Instant::now() < deadline, "{selector} does not get its click");
        }
    }

    /// Presses the mouse on an element.
    pub fn click(&mut self, selector: &str) {
        self.hit(selector, |page, x, y| {
            for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
                page.mouse(kind, x, y);
            }
        });
    }

    /// Presses the mouse on an element, runs `between`, and releases the mouse.
    pub fn click_around(&mut self, selector: &str, between: impl FnOnce(&mut Self)) {
        let (x, y) = loop {
            let (x, y) = self.middle(selector);
            self.mouse("mousePressed", x, y);
            if self.text("window.press") != "missed" {
                break (x, y);
            }
            self.mouse("mouseReleased", x, y);
        };
        between(self);
        self.mouse("mouseReleased", x, y);
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        self.command("Input.dispatchMouseEvent", event);
    }

    /// Touches an element with a finger.
    pub fn touch(&mut self, selector: &str) {
        self.hit(selector, |page, x, y| {
            let points = json!([{ "x": x, "y": y }]);
            let start = json!({ "type": "touchStart", "touchPoints": points });
            page.command("Input.dispatchTouchEvent", start);
            let end = json!({ "type": "touchEnd", "touchPoints": [] });
            page.command("Input.dispatchTouchEvent", end);
        });
    }

    /// Clicks on squares in order.
    pub fn squares(&mut self, squares: &str) {
        for square in squares.split(' ') {
            self.click(&format!("[data-square={square}]"));
        }
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            _ if key.len() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Backspace" => 8,
            _ => 0,
        };
        for kind in ["keyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.command("Input.dispatchKeyEvent", event);
        }
    }

    /// Fills a field of the page.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.click(selector);
        self.value(&format!("document.querySelector({}).select()", json!(selector)));
        self.command("Input.insertText", json!({ "text": text }));
    }

    /// Chooses an option.
    pub fn choose(&mut self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.until(&format!("document.querySelector({selector})"));
        self.value(&format!(
            "(() => {{ const box = document.querySelector({selector}); box.value = {value}; \
             box.dispatchEvent(new Event('change')); }})()"
        ));
    }

    pub fn stop_server(&mut self) {
        drop(self.served.take());
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if !std::thread::panicking() && self.served.is_some() {
            // A command collects the latest errors.
            self.value("1");
            assert_eq!(self.errors, [""; 0]);
        }
    }
}
