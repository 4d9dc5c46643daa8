//! A transport with one message per line, for example over the standard streams of a process.
//!
//! AHP does not define a format for standard streams. MCP and other JSON-RPC protocols use lines.

use super::{ConnectionEnd, Frame, ReceiveFrames, ReceivedFrame, SendFrames};
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

/// Reads lines that end in LF or CR LF. Empty lines are skipped.
pub(crate) struct LineReader<R> {
    from: R,
    /// The maximum length of a line in bytes.
    most: usize,
}

impl<R> LineReader<R> {
    pub(crate) fn new(from: R, most: usize) -> Self {
        Self { from, most }
    }
}

impl<R: AsyncBufRead + Unpin + Send> ReceiveFrames for LineReader<R> {
    async fn receive(&mut self) -> ReceivedFrame {
        loop {
            match line(&mut self.from, self.most).await {
                Ok(Some(line)) if line.trim_ascii().is_empty() => {}
                // Text that is not UTF-8 is not valid JSON either, and is answered as such.
                Ok(Some(line)) => {
                    return ReceivedFrame::Text(String::from_utf8_lossy(&line).into_owned());
                }
                Ok(None) | Err(_) => return ReceivedFrame::End(ConnectionEnd::Gone),
            }
        }
    }
}

/// Returns the next line without its line end. If the line is too long, at most two bytes more than the limit are
/// returned.
pub(crate) async fn line<R: AsyncBufRead + Unpin>(
    from: &mut R,
    most: usize,
) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let come = from.fill_buf().await?;
        if come.is_empty() {
            return Ok((!line.is_empty()).then_some(line));
        }
        let end = come.iter().position(|byte| *byte == b'\n');
        let part = come.get(..end.unwrap_or(come.len())).unwrap_or_default();
        let room = most.saturating_add(2).saturating_sub(line.len());
        line.extend(part.iter().take(room));
        let taken = part.len() + usize::from(end.is_some());
        from.consume(taken);
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(Some(line));
        }
    }
}

/// Writes lines that end in LF.
pub(crate) struct Writer<W>(pub(crate) W);

impl<W: AsyncWrite + Unpin + Send> SendFrames for Writer<W> {
    async fn send(&mut self, frame: Frame) -> io::Result<()> {
        match frame {
            Frame::Text(text) => {
                self.0.write_all(&text).await?;
                self.0.write_all(b"\n").await?;
                self.0.flush().await
            }
            // Lines have no pings, and end with their stream.
            Frame::Ping => Ok(()),
            Frame::Close(_) => self.0.shutdown().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::BufReader;

    #[tokio::test]
    async fn lines_are_read_up_to_their_maximum_length() {
        let cases: [(&str, &[&str]); 6] = [
            ("", &[]),
            ("{}\n[]\n", &["{}", "[]"]),
            ("{}\r\n\r\n  \n[]", &["{}", "[]"]),
            ("12345678\r\nx\n", &["12345678", "x"]),
            ("1234567890123\nx\n", &["1234567890", "x"]),
            ("1234567890123", &["1234567890"]),
        ];
        for (text, expected) in cases {
            // The result does not depend on how the bytes are split.
            for size in [1, 3, 64] {
                let mut reader =
                    LineReader::new(BufReader::with_capacity(size, text.as_bytes()), 8);
                let mut read = Vec::new();
                while let ReceivedFrame::Text(line) = reader.receive().await {
                    read.push(line);
                }
                assert_eq!(read, expected, "{text:?} by {size}");
            }
        }
    }
}
