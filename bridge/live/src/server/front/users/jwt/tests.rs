#![allow(clippy::unwrap_used)]

use super::{
    super::{
        key_source::KeySource,
        test_tokens::{TestIssuer, encode, in_seconds},
    },
    *,
};
use axum::{Router, http::StatusCode, routing::get};
use ring::{
    hmac,
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256,
        RsaKeyPair,
    },
};
use rustls_pki_types::{PrivatePkcs8KeyDer, pem::PemObject};
use serde_json::{Value, json};
use std::{
    io::Write,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::net::TcpListener;

fn of_keys(keys: &str, rules: TokenRules) -> JwtUsers {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(keys.as_bytes()).unwrap();
    JwtUsers::from_file(file.path(), rules).unwrap()
}

fn rules(audience: &str, issuer: &str) -> TokenRules {
    let list = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    TokenRules {
        audiences: list(audience),
        issuers: list(issuer),
    }
}

async fn name(users: &JwtUsers, token: &str) -> Result<String, String> {
    users
        .verify(token)
        .await
        .map(|of| of.user.name().to_owned())
}

#[tokio::test]
async fn a_valid_token_names_its_user_and_its_end() {
    let issuer = TestIssuer::new("k1");
    let users = of_keys(&issuer.key_set(), TokenRules::default());
    let expires = in_seconds(100);
    let token = issuer.sign(
        &json!({"alg":"EdDSA","kid":"k1"}),
        &json!({"sub":"ann@example.com","exp":expires}),
    );
    let verified = users.verify(&token).await.unwrap();
    assert_eq!(
        (verified.user.name(), verified.expires),
        ("ann@example.com", u64::try_from(expires).unwrap())
    );
    // A token need not name its key, and a key need not have a name.
    let unnamed = issuer.sign(&json!({"alg":"EdDSA"}), &json!({"sub":"ann","exp":expires}));
    assert_eq!(name(&users, &unnamed).await.as_deref(), Ok("ann"));
    let mut key = issuer.public_key();
    key.as_object_mut().unwrap().remove("kid");
    assert_eq!(
        name(&of_keys(&key.to_string(), TokenRules::default()), &token)
            .await
            .as_deref(),
        Ok("ann@example.com")
    );
}

#[tokio::test]
async fn a_token_is_refused_with_the_reason() {
    let issuer = TestIssuer::new("k1");
    let users = of_keys(&issuer.key_set(), TokenRules::default());
    let (header, later) = (json!({"alg":"EdDSA","kid":"k1"}), in_seconds(100));
    let valid = json!({"sub":"ann","exp":later});
    let with = |name: &str, value: Value| {
        let mut claims = valid.clone();
        claims[name] = value;
        issuer.sign(&header, &claims)
    };
    let token = issuer.sign(&header, &valid);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let bob = format!(
        "{}.{}.{signature}",
        encode(header.to_string()),
        encode(json!({"sub":"bob","exp":later}).to_string())
    );
    let of_header = |header: Value| issuer.sign(&header, &valid);
    let none = |alg: &str| {
        format!(
            "{}.{}.",
            encode(json!({"alg":alg,"kid":"k1"}).to_string()),
            encode(valid.to_string())
        )
    };
    // The public key as the secret of HMAC.
    let secret = issuer.public_key()["x"].as_str().unwrap().to_owned();
    let confused = format!(
        "{}.{}",
        encode(json!({"alg":"HS256","kid":"k1"}).to_string()),
        encode(valid.to_string())
    );
    let mac = hmac::sign(
        &hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()),
        confused.as_bytes(),
    );
    for (token, reason) in [
        (
            with("exp", json!(in_seconds(-100))),
            "the token has expired",
        ),
        (with("exp", json!("tomorrow")), "exp"),
        (with("exp", Value::Null), "exp"),
        (with("nbf", json!(in_seconds(100))), "not valid yet"),
        (
            with("nbf", json!("never")),
            "`nbf` of the token has a wrong type",
        ),
        (with("sub", json!(7)), "`sub`"),
        (with("sub", json!("")), "`sub` of the token is not a user"),
        (
            with("sub", json!("a\nb")),
            "`sub` of the token is not a user",
        ),
        (
            with("aud", json!("mail")),
            "the audience \"mail\" is not one of --audience",
        ),
        (
            with("aud", json!(["mail", "drive"])),
            "is not one of --audience",
        ),
        (bob, "the signature of the token is wrong"),
        (format!("{signed}."), "the signature of the token is wrong"),
        (
            TestIssuer::new("k1").token("ann"),
            "the signature of the token is wrong",
        ),
        (
            TestIssuer::new("k2").token("ann"),
            "the key `k2` is unknown",
        ),
        (
            of_header(json!({"alg":"ES256","kid":"k1"})),
            "no key has the algorithm ES256",
        ),
        (
            of_header(json!({"alg":"EdDSA","kid":"k1","crit":["b64"],"b64":"x"})),
            "crit",
        ),
        (none("none"), "the token has no header of a signed JWT"),
        (none("None"), "the token has no header of a signed JWT"),
        (none("EdDSA"), "the signature of the token is wrong"),
        (
            format!("{confused}.{}", encode(mac)),
            "no key has the algorithm HS256",
        ),
        ("a.b".to_owned(), "the token has no header of a signed JWT"),
        (String::new(), "the token has no header of a signed JWT"),
        ("x".repeat(20_000), "longer than 16384 bytes"),
    ] {
        let refused = name(&users, &token).await.unwrap_err();
        assert!(refused.contains(reason), "{reason}: {refused}");
    }
    assert_eq!(name(&users, &token).await.as_deref(), Ok("ann"));
}

#[tokio::test]
async fn a_configured_audience_and_issuer_are_required() {
    let issuer = TestIssuer::new("k1");
    let users = of_keys(&issuer.key_set(), rules("ui desk", "https://id.test"));
    let header = json!({"alg":"EdDSA","kid":"k1"});
    for (aud, iss, reason) in [
        (json!("ui"), json!("https://id.test"), ""),
        (json!(["mail", "desk"]), json!("https://id.test"), ""),
        (
            json!("mail"),
            json!("https://id.test"),
            "the audience \"mail\" is not one of --audience",
        ),
        (json!(7), json!("https://id.test"), "no `aud`"),
        (Value::Null, json!("https://id.test"), "no `aud`"),
        (
            json!("ui"),
            json!("https://other.test"),
            "the issuer \"https://other.test\" is not one of --issuer",
        ),
        (json!("ui"), Value::Null, "no `iss`"),
        (json!("ui"), json!(7), "no `iss`"),
    ] {
        let token = issuer.sign(
            &header,
            &json!({"sub":"ann","exp":in_seconds(9),"aud":aud,"iss":iss}),
        );
        match (name(&users, &token).await, reason) {
            (Ok(name), "") => assert_eq!(name, "ann"),
            (Err(refused), reason) if !reason.is_empty() => {
                assert!(refused.contains(reason), "{reason}: {refused}")
            }
            (other, _) => panic!("{aud} {iss}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn tokens_with_every_public_key_algorithm_are_verified() {
    let random = SystemRandom::new();
    let claims = encode(json!({"sub":"ann","exp":in_seconds(100)}).to_string());
    let signed = |alg: &str| {
        format!(
            "{}.{claims}",
            encode(json!({"alg":alg,"kid":alg}).to_string())
        )
    };
    let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    let point =
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der.as_ref(), &random).unwrap();
    let (x, y) = point.public_key().as_ref()[1..].split_at(32);
    let es256 = signed("ES256");
    let es256 = format!(
        "{es256}.{}",
        encode(point.sign(&random, es256.as_bytes()).unwrap())
    );
    let pem = PrivatePkcs8KeyDer::from_pem_slice(include_bytes!("../test_rsa_key.pem")).unwrap();
    let rsa = RsaKeyPair::from_pkcs8(pem.secret_pkcs8_der()).unwrap();
    let public = ring::rsa::PublicKeyComponents::<Vec<u8>>::from(rsa.public());
    let by_rsa = |alg: &str, padding| {
        let signed = signed(alg);
        let mut signature = vec![0; rsa.public().modulus_len()];
        rsa.sign(padding, &random, signed.as_bytes(), &mut signature)
            .unwrap();
        format!("{signed}.{}", encode(signature))
    };
    let key = |alg: &str| json!({"kty":"RSA","kid":alg,"alg":alg,"n":encode(&public.n),"e":encode(&public.e)});
    let keys = json!({"keys":[
        {"kty":"EC","crv":"P-256","kid":"ES256","use":"sig","x":encode(x),"y":encode(y)},
        key("RS256"), key("PS256"),
        // Keys for other purposes and of other types are left out.
        {"kty":"EC","crv":"secp256k1","kid":"other","x":"AA","y":"AA"},
        {"kty":"RSA","use":"enc","kid":"ES256","n":"AA","e":"AQAB"},
        {"kty":"new"}, 7,
    ]});
    let users = of_keys(&keys.to_string(), TokenRules::default());
    let (rs256, ps256) = (
        by_rsa("RS256", &RSA_PKCS1_SHA256),
        by_rsa("PS256", &RSA_PSS_SHA256),
    );
    for token in [&es256, &rs256, &ps256] {
        assert_eq!(name(&users, token).await.as_deref(), Ok("ann"));
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let changed = format!("{signed}.{}", signature.replace(['a', 'b', 'c'], "d"));
        assert!(name(&users, &changed).await.is_err());
    }
    // A key verifies only signatures of its own algorithm.
    let other = rs256.replacen(
        &encode(json!({"alg":"RS256","kid":"RS256"}).to_string()),
        &encode(json!({"alg":"RS256","kid":"PS256"}).to_string()),
        1,
    );
    assert_eq!(
        name(&users, &other).await.unwrap_err(),
        "no key has the algorithm RS256 of the token"
    );
}

#[test]
fn unusable_keys_are_an_error() {
    let short = encode([0xff; 128]);
    for (keys, reason) in [
        ("", "must be a JWK Set in JSON"),
        ("[]", "key 1"),
        (r#"{"keys":[]}"#, "the JWK Set contains no key"),
        ("-----BEGIN PUBLIC KEY-----", "not PEM"),
        (
            r#"{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}"#,
            "key 1: it is a shared secret",
        ),
        (
            &format!(r#"{{"kty":"RSA","n":"{short}","e":"AQAB"}}"#),
            "shorter than 2,048 bits",
        ),
        (
            r#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
            "`x` must have 32 bytes",
        ),
        (
            r#"{"kty":"OKP","crv":"Ed25519","x":"!"}"#,
            "`x` is absent or not base64url",
        ),
        (
            r#"{"kty":"RSA","alg":"HS256","n":"AA","e":"AQAB"}"#,
            "key 1",
        ),
    ] {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(keys.as_bytes()).unwrap();
        let refused = JwtUsers::from_file(file.path(), TokenRules::default()).unwrap_err();
        assert!(refused.contains(reason), "{keys}: {refused}");
    }
    assert!(JwtUsers::from_file(Path::new("/absent"), TokenRules::default()).is_err());
}

/// Serves keys that a test can change. Counts the requests for them.
async fn key_server() -> (String, Arc<Mutex<(StatusCode, String)>>, Arc<AtomicUsize>) {
    let answer = Arc::new(Mutex::new((StatusCode::OK, String::new())));
    let count: Arc<AtomicUsize> = Arc::default();
    let (answered, counted) = (Arc::clone(&answer), Arc::clone(&count));
    let routes = Router::new().route(
        "/keys",
        get(async move || {
            counted.fetch_add(1, Ordering::SeqCst);
            answered.lock().unwrap().clone()
        }),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/keys", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (url, answer, count)
}

#[tokio::test]
async fn an_unknown_key_causes_at_most_one_reload_per_pause() {
    let (old, new) = (TestIssuer::new("old"), TestIssuer::new("new"));
    let (url, answer, count) = key_server().await;
    answer.lock().unwrap().1 = old.key_set();
    let source = |pause| {
        let url = url.clone();
        async move {
            JwtUsers::new(
                KeySource::url(&url).await.unwrap().pause(pause),
                TokenRules::default(),
            )
        }
    };
    let users = source(Duration::from_secs(60)).await;
    answer.lock().unwrap().1 = new.key_set();
    assert_eq!(name(&users, &old.token("ann")).await.as_deref(), Ok("ann"));
    // They were read just now.
    assert_eq!(
        name(&users, &new.token("ann")).await.unwrap_err(),
        "the key `new` is unknown"
    );
    assert_eq!(count.load(Ordering::SeqCst), 1);

    answer.lock().unwrap().1 = old.key_set();
    let users = source(Duration::ZERO).await;
    answer.lock().unwrap().1 = new.key_set();
    let tokens = [new.token("ann"), new.token("bob")];
    let (ann, bob) = tokio::join!(name(&users, &tokens[0]), name(&users, &tokens[1]));
    assert_eq!((ann.as_deref(), bob.as_deref()), (Ok("ann"), Ok("bob")));
    // Both requests needed the same read.
    assert_eq!(count.load(Ordering::SeqCst), 3);
    // The issuer has withdrawn the old key.
    assert_eq!(
        name(&users, &old.token("ann")).await.unwrap_err(),
        "the key `old` is unknown"
    );
    // The keys that are known stay if they cannot be read again.
    answer.lock().unwrap().0 = StatusCode::BAD_GATEWAY;
    let refused = name(&users, &old.token("ann")).await.unwrap_err();
    assert!(
        refused.starts_with("the key `old` is unknown, and the keys cannot be read again: ")
            && refused.contains("502"),
        "{refused}"
    );
    assert_eq!(name(&users, &tokens[0]).await.as_deref(), Ok("ann"));
}

#[tokio::test]
async fn an_address_without_keys_fails_at_the_start() {
    let (url, answer, _) = key_server().await;
    for (status, text, reason) in [
        (
            StatusCode::OK,
            r#"{"keys":[]}"#,
            "the JWK Set contains no key",
        ),
        (StatusCode::OK, "<html>", "must be a JWK Set in JSON"),
        (StatusCode::NOT_FOUND, "", "404"),
    ] {
        *answer.lock().unwrap() = (status, text.to_owned());
        let refused = JwtUsers::from_url(&url, TokenRules::default())
            .await
            .unwrap_err();
        assert!(refused.contains(reason), "{refused}");
    }
    for (url, reason) in [
        ("http://127.0.0.1:1/keys", "cannot be reached"),
        ("http://id.test/keys", "keys must come over https"),
        ("ftp://id.test/keys", "is not an address"),
    ] {
        let refused = JwtUsers::from_url(url, TokenRules::default())
            .await
            .unwrap_err();
        assert!(refused.contains(reason), "{refused}");
    }
}
