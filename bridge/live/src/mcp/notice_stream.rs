//! Streams of notifications over HTTP, and the confirmation of subscriptions.

use super::{
    call::Filter,
    json_rpc::{RequestId, RpcNotification},
    notifier::{Notice, Notifier},
    revision::SUBSCRIPTION_ID,
};
use crate::{
    gateway::Gateway,
    sse::{self, EventSink},
};
use futures_util::future::{Either, select};
use std::{pin::pin, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, mpsc::Receiver};
use wire::Payload;

/// Returns the first notification of a subscription, and the `_meta` of all further ones.
pub(super) fn acknowledgement(id: &RequestId, filter: &Filter) -> (RpcNotification, Payload) {
    let id = Payload::parse(id.text()).unwrap_or_else(|_| Payload::null());
    let meta = Payload::object([(SUBSCRIPTION_ID, &id)]);
    let params = Payload::object([("notifications", &filter.write()), ("_meta", &meta)]);
    (RpcNotification::new("notifications/subscriptions/acknowledged", params), meta)
}

/// A stream of notifications.
pub(super) struct NoticeStream {
    pub(super) sink: EventSink,
    pub(super) notices: Receiver<Notice>,
    pub(super) meta: Option<Payload>,
    pub(super) notifier: Arc<Notifier>,
    pub(super) permit: OwnedSemaphorePermit,
}

impl NoticeStream {
    /// Sends notifications until the client disconnects, is too slow, or opens another stream, or until the gateway stops.
    pub(super) async fn run(mut self, gateway: Gateway, first: Option<RpcNotification>) {
        tokio::select! {
            () = self.send_all(first) => {}
            () = gateway.wait_until_stopped() => {}
        }
        drop(self.notices);
        self.notifier.close_if_gone();
        drop(self.permit);
    }

    async fn send_all(&mut self, first: Option<RpcNotification>) {
        if let Some(first) = first {
            if self.sink.send(sse::frame(&first.write())).await.is_err() {
                return;
            }
        }
        loop {
            let next = match select(pin!(self.notices.recv()), pin!(self.sink.closed())).await {
                Either::Left((next, _)) => next,
                Either::Right(_) => None,
            };
            let Some(notice) = next else { return };
            let text = notice.notification(self.meta.as_ref()).write();
            if self.sink.send(sse::frame(&text)).await.is_err() {
                return;
            }
        }
    }
}
