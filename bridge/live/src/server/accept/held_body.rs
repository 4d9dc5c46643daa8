//! Response bodies that occupy a place until they have ended.

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// A response body that holds a place until it has been sent or the client disconnects.
pub(crate) struct HeldBody<T> {
    body: Body,
    _place: T,
}

impl<T> HeldBody<T> {
    pub(crate) fn new(body: Body, place: T) -> Self {
        Self {
            body,
            _place: place,
        }
    }
}

impl<T: Unpin> HttpBody for HeldBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    // Without it, an answer would lose its `Content-Length`.
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
