//! The body of a response that occupies something until it has ended.

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// The body of a response with a place, which is free when the body was sent or the client has left.
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
