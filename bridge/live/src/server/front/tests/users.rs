//! Tests of the user of a request: from a token, a cookie, or the header of a proxy.

use super::{
    super::users::{CookieKey, JwtUsers, TokenRules, Users, test_tokens::TestIssuer},
    *,
};
use crate::gateway::User;
use axum::Extension;
use std::sync::Mutex;

/// A server whose only face returns the name of its user.
struct UserFront {
    front: TestFront,
    reasons: Arc<Mutex<Vec<String>>>,
}

impl UserFront {
    async fn start(users: Users, settings: FrontSettings) -> Self {
        let reasons: Arc<Mutex<Vec<String>>> = Arc::default();
        let reported = Arc::clone(&reasons);
        let report: ReportFunction = Arc::new(move |report| {
            if let FrontReport::UserRefused(reason) = report {
                reported.lock().unwrap().push(reason.clone());
            }
        });
        let settings = FrontSettings {
            users: Some(users),
            report,
            ..settings
        };
        let token = Some(TOKEN.parse().unwrap());
        let mut front = Front::bind(FrontSettings { token, ..settings })
            .await
            .unwrap();
        let name = async |Extension(user): Extension<User>| user.name().to_owned();
        front.mount(
            "face",
            Router::new().route("/", get(name)).route("/sub", get(name)),
        );
        front.mount("other", Router::new().route("/", get(name)));
        let address = front.listener.local_addr().unwrap();
        let gateway = Gateway::start(
            Vec::new(),
            Arc::new(MemoryStore::new()),
            GatewaySettings::default(),
        );
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move { front.serve(&gateway, stopped.map(drop)).await });
        Self {
            front: TestFront {
                address,
                stop: Some(stop),
                served,
            },
            reasons,
        }
    }

    async fn of_tokens(issuer: &TestIssuer, settings: FrontSettings) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), issuer.key_set()).unwrap();
        let tokens = JwtUsers::from_file(file.path(), TokenRules::default()).unwrap();
        Self::start(
            Users::Tokens {
                tokens,
                cookies: CookieKey::random().unwrap(),
            },
            settings,
        )
        .await
    }

    async fn ask(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        self.front
            .ask(method, &format!("/{TOKEN}{path}"), headers)
            .await
    }
}

/// Returns a header of an answer.
fn header<'a>(answer: &'a str, name: &str) -> &'a str {
    let head = answer.split("\r\n\r\n").next().unwrap();
    let found = head
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {name}: {answer}"))
}

#[tokio::test]
async fn a_token_is_exchanged_for_a_cookie_of_its_face() {
    let issuer = TestIssuer::new("k1");
    let front = UserFront::of_tokens(&issuer, FrontSettings::default()).await;
    let bearer = format!("Authorization: bearer {}\r\n", issuer.token("ann"));
    let (status, answer) = front.ask("POST", "/face/sign-in", &bearer).await;
    assert_eq!(status, 204, "{answer}");
    let cookie = header(&answer, "set-cookie");
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    // The cookie ends with the token, and the token may be a few seconds old.
    let lifetime = attributes
        .strip_prefix(&format!("Path=/{TOKEN}/face; Max-Age="))
        .and_then(|rest| rest.strip_suffix("; HttpOnly; SameSite=Strict"))
        .unwrap_or_else(|| panic!("{attributes}"));
    let seconds: u64 = lifetime.parse().unwrap();
    assert!((3500..=3600).contains(&seconds), "{seconds}");
    let with = format!("Cookie: other=1; {pair}; last=2\r\n");
    for path in ["/face", "/face/sub"] {
        let (status, answer) = front.ask("GET", path, &with).await;
        assert!(status == 200 && answer.ends_with("ann"), "{answer}");
    }
    assert_eq!(front.ask("GET", "/other", &with).await.0, 401);
    // A token counts more than a cookie.
    let bob = format!("{with}Authorization: Bearer {}\r\n", issuer.token("bob"));
    assert!(front.ask("GET", "/face", &bob).await.1.ends_with("bob"));
    let wrong = format!("{with}Authorization: Bearer x\r\n");
    let (status, answer) = front.ask("GET", "/face", &wrong).await;
    assert!(
        status == 401 && answer.ends_with("the token is not valid\n"),
        "{answer}"
    );
    assert_eq!(
        header(&answer, "www-authenticate"),
        "Bearer error=\"invalid_token\""
    );
    // Another scheme, such as that of a proxy, is not a token.
    assert_eq!(
        front
            .ask(
                "GET",
                "/face",
                &format!("{with}Authorization: Basic eDp5\r\n")
            )
            .await
            .0,
        200
    );
    let (status, answer) = front.ask("DELETE", "/face/sign-in", "").await;
    assert!(
        status == 204
            && header(&answer, "set-cookie").contains("agent-ui-user=; ")
            && answer.contains("Max-Age=0")
    );
    for (method, headers, status) in [
        ("POST", "", 401),
        ("POST", "Authorization: Bearer x\r\n", 401),
        ("GET", &*bearer, 404),
    ] {
        assert_eq!(
            front.ask(method, "/face/sign-in", headers).await.0,
            status,
            "{method} {headers}"
        );
    }
    // Each reason is reported once a minute.
    let reasons = front.reasons.lock().unwrap().clone();
    assert!(
        reasons.len() == 1 && reasons[0].contains("no header of a signed JWT"),
        "{reasons:?}"
    );
    front.front.stop().await;
}

#[tokio::test]
async fn a_browser_without_a_cookie_gets_a_form_for_the_token() {
    let front = UserFront::of_tokens(&TestIssuer::new("k1"), FrontSettings::default()).await;
    let (status, answer) = front
        .ask("GET", "/face/", "Accept: text/html, */*\r\n")
        .await;
    assert_eq!(status, 401);
    assert_eq!(header(&answer, "www-authenticate"), "Bearer");
    assert!(
        answer.contains(&format!("data-address=\"/{TOKEN}/face/sign-in\"")),
        "{answer}"
    );
    assert!(
        header(&answer, "content-security-policy")
            .starts_with("default-src 'none'; script-src 'sha256-")
    );
    let (status, answer) = front.ask("GET", "/face", "Accept: */*\r\n").await;
    assert!(
        status == 401 && answer.ends_with("send a token as `Authorization: Bearer TOKEN`\n"),
        "{answer}"
    );
    assert_eq!(front.ask("GET", "/none", "").await.0, 404);
    assert_eq!(front.front.ask("GET", "/health", "").await.0, 200);
    assert_eq!(front.front.ask("GET", "/ready", "").await.0, 200);
    front.front.stop().await;
}

#[tokio::test]
async fn a_cookie_behind_a_proxy_has_the_public_path_and_is_secure() {
    let issuer = TestIssuer::new("k1");
    let exposure = Exposure::Proxy {
        url: "https://agents.test/ui".parse().unwrap(),
    };
    let front = UserFront::of_tokens(
        &issuer,
        FrontSettings {
            exposure,
            ..FrontSettings::default()
        },
    )
    .await;
    let headers = format!(
        "Host: agents.test\r\nAuthorization: Bearer {}\r\n",
        issuer.token("ann")
    );
    let (_, answer) = front.ask("POST", "/face/sign-in", &headers).await;
    let cookie = header(&answer, "set-cookie");
    assert!(
        cookie.contains(&format!("; Path=/ui/{TOKEN}/face; ")) && cookie.ends_with("; Secure"),
        "{cookie}"
    );
    front.front.stop().await;
}

#[tokio::test]
async fn a_header_of_the_proxy_names_the_user() {
    let exposure = Exposure::Proxy {
        url: "https://agents.test".parse().unwrap(),
    };
    let settings = FrontSettings {
        exposure,
        ..FrontSettings::default()
    };
    let front = UserFront::start(Users::header("X-User").unwrap(), settings).await;
    for (headers, status, body) in [
        ("X-User: ann@example.com\r\n", 200, "ann@example.com"),
        ("x-user: André\r\n", 200, "André"),
        ("", 401, "send it through the proxy, which adds the name\n"),
        ("X-User: \r\n", 401, "the name of the user is not valid\n"),
        (
            "X-User: ann\r\nX-User: bob\r\n",
            401,
            "the name of the user is not valid\n",
        ),
        (
            "Authorization: Bearer x\r\nCookie: agent-ui-user=x\r\n",
            401,
            "adds the name\n",
        ),
    ] {
        let (found, answer) = front
            .ask("GET", "/face", &format!("Host: agents.test\r\n{headers}"))
            .await;
        assert!(
            found == status && answer.ends_with(body),
            "{headers}: {answer}"
        );
    }
    // The server has no tokens to exchange.
    assert_eq!(
        front
            .ask(
                "POST",
                "/face/sign-in",
                "Host: agents.test\r\nX-User: ann\r\n"
            )
            .await
            .0,
        404
    );
    let reasons = front.reasons.lock().unwrap().clone();
    assert!(
        reasons.iter().any(|reason| reason.contains("occurs twice")),
        "{reasons:?}"
    );
    assert!(Users::header("a b").is_err());
    front.front.stop().await;
}
