//! Faces that are separate for each user.

use crate::{gateway::Gateway, server::user::User};
use axum::{
    Extension, Router,
    extract::Request,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// The maximum number of users whose faces are in memory. If there are more, those of the least recently used user are
/// removed. Their sessions remain, but A2A tasks and MCP clients must begin again.
const USERS: usize = 1024;

/// A function that creates the routes of a face for the sessions of a gateway.
pub(super) type MakeRoutes = Box<dyn Fn(Gateway) -> Option<Router> + Send + Sync>;

/// The routes of a face for each user.
struct UserFaces {
    gateway: Gateway,
    make: MakeRoutes,
    by_user: Mutex<BTreeMap<User, UserFace>>,
}

struct UserFace {
    routes: Router,
    used: Instant,
}

/// Returns routes that pass each request to its user's routes. These are created with the user's first request. The
/// state of a face is therefore never visible to another user.
pub(super) fn for_each_user(gateway: Gateway, make: MakeRoutes) -> Router {
    let faces = Arc::new(UserFaces {
        gateway,
        make,
        by_user: Mutex::default(),
    });
    Router::new().fallback(move |user: Option<Extension<User>>, request: Request| {
        let routes = user.map(|Extension(user)| faces.routes_for(user));
        async move {
            match routes {
                Some(routes) => TowerToHyperService::new(routes).call(request).await,
                None => Ok(refuse_without_user()),
            }
        }
    })
}

fn refuse_without_user() -> Response {
    (StatusCode::UNAUTHORIZED, "the request must name its user\n").into_response()
}

impl UserFaces {
    /// Returns the routes of a user, which are created at the user's first request.
    fn routes_for(&self, user: User) -> Router {
        let mut faces = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        if !faces.contains_key(&user) && faces.len() >= USERS {
            let oldest = faces
                .iter()
                .min_by_key(|(_, face)| face.used)
                .map(|(user, _)| user.clone());
            oldest.map(|oldest| faces.remove(&oldest));
        }
        if let Some(face) = faces.get_mut(&user) {
            face.used = Instant::now();
            return face.routes.clone();
        }
        // Routes that cannot be served now are tried again with the next request.
        let Some(routes) = (self.make)(self.gateway.of_user(user.clone())) else {
            return unavailable_face();
        };
        faces.insert(
            user,
            UserFace {
                routes: routes.clone(),
                used: Instant::now(),
            },
        );
        routes
    }
}

/// Creates the routes for a face that cannot be served.
pub(super) fn unavailable_face() -> Router {
    Router::new().fallback(async || {
        (
            StatusCode::INTERNAL_SERVER_ERROR,
            "the face cannot be served\n",
        )
    })
}
