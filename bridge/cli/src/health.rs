//! The command `agent-ui health`: checks a running `serve` or `worker` over HTTP.

use crate::{args::Health, exit::Exit, report::Report};
use std::{
    io::{self, ErrorKind, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::{Duration, Instant},
};

/// The maximum size of an answer in bytes.
const MAX_ANSWER: usize = 1 << 20;

pub(crate) fn run(arguments: &Health, report: &mut Report) -> Result<(), Exit> {
    let address = &arguments.address;
    let Some((host, path)) = split_address(address) else {
        return Exit::usage(format!(
            "`{address}` is not an address like http://127.0.0.1:8000/health"
        ));
    };
    let answer = request(&host, path, arguments.timeout)
        .map_err(|error| Exit::Unhealthy(format!("{address}: {error}")))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).unwrap_or("none");
    if status != "200" {
        let reason = format!("{address} has the status {status}: {}", body.trim());
        return Err(Exit::Unhealthy(reason));
    }
    report.text(body.trim_end())
}

/// Splits an address into its host with a port, and its path.
fn split_address(address: &str) -> Option<(String, &str)> {
    let rest = address.strip_prefix("http://")?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let has_port = host
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let is_safe = !host.is_empty() && !address.contains(|c: char| c.is_ascii_control() || c == ' ');
    let host = match has_port {
        true => host.to_owned(),
        false => format!("{host}:80"),
    };
    is_safe.then_some((host, if path.is_empty() { "/" } else { path }))
}

/// Sends a GET request, and returns the whole answer if it arrives in time.
fn request(host: &str, path: &str, timeout: Duration) -> io::Result<String> {
    let deadline = Instant::now() + timeout;
    let mut stream = connect(host, timeout)?;
    stream.set_write_timeout(Some(timeout))?;
    stream.write_all(
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
    )?;
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    // Each part that arrives leaves less time for the next one, so a slow server cannot hold the check.
    while answer.len() < MAX_ANSWER {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(timed_out());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(size) => answer.extend(part.iter().take(size)),
            // Systems report a passed timeout in two ways.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Err(timed_out());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn timed_out() -> io::Error {
    let message = "the answer is not complete after the time of --timeout";
    io::Error::new(ErrorKind::TimedOut, message)
}

/// Connects to the first address of a host that accepts a connection.
fn connect(host: &str, timeout: Duration) -> io::Result<TcpStream> {
    let mut failed = io::Error::other("the host has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

#[cfg(test)]
mod tests {
    use super::{request, split_address};
    use std::{
        io::{ErrorKind, Write},
        net::TcpListener,
        thread,
        time::{Duration, Instant},
    };

    #[test]
    fn a_server_that_sends_slowly_does_not_hold_the_check() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            while stream.write_all(b"H").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let begun = Instant::now();
        let answer = request(&host, "/health", Duration::from_millis(200));
        assert_eq!(answer.unwrap_err().kind(), ErrorKind::TimedOut);
        assert!(begun.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn addresses_are_split_into_host_and_path() {
        for (address, expected) in [
            (
                "http://127.0.0.1:8000/health",
                Some(("127.0.0.1:8000", "/health")),
            ),
            ("http://[::1]:8000", Some(("[::1]:8000", "/"))),
            ("http://[::1]/ui/ready", Some(("[::1]:80", "/ui/ready"))),
            ("http://box.test", Some(("box.test:80", "/"))),
            ("https://box.test/health", None),
            ("http:///health", None),
            ("http://box.test/a b", None),
            ("http://box.test/\r\nX: y", None),
            ("127.0.0.1:8000", None),
        ] {
            let split = split_address(address);
            let split = split.as_ref().map(|(host, path)| (host.as_str(), *path));
            assert_eq!(split, expected, "{address}");
        }
    }
}
