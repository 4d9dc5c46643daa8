//! TLS with a certificate in PEM files, which can be replaced while the server runs.

use super::FrontError;
use crate::server::accept::{Accepted, StallGuard};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, pem, pem::PemObject};
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring},
    server::TlsStream,
};

/// The name of HTTP/2 in the TLS handshake.
const HTTP2: &[u8] = b"h2";

/// The certificate of a server, and the names of its files. All clones share the certificate.
#[derive(Clone)]
pub(super) struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    current: Arc<RwLock<Arc<ServerConfig>>>,
}

impl Certificates {
    pub(super) fn load(certificate: &Path, key: &Path) -> Result<Self, FrontError> {
        let current = Arc::new(RwLock::new(config(certificate, key)?));
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            current,
        })
    }

    /// Reads the files again. After an error, new connections still use the previous certificate.
    pub(super) fn reload(&self) -> Result<(), FrontError> {
        let config = config(&self.certificate, &self.key)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Performs the TLS handshake of a connection.
    pub(super) async fn accept(
        &self,
        stream: StallGuard<TcpStream>,
    ) -> io::Result<Accepted<TlsStream<StallGuard<TcpStream>>>> {
        let config = Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner));
        let stream = TlsAcceptor::from(config).accept(stream).await?;
        let is_http2 = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
        Ok(Accepted { stream, is_http2 })
    }
}

/// Reads a certificate and its key, for TLS 1.2 and 1.3 with HTTP/2 and HTTP/1.1.
fn config(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, FrontError> {
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| bad_chain(certificate, unreadable(error, "certificate")))?;
    if chain.is_empty() {
        return Err(bad_chain(
            certificate,
            "the file contains no certificate in PEM".to_owned(),
        ));
    }
    let secret = PrivateKeyDer::from_pem_file(key);
    let secret = secret.map_err(|error| bad_key(key, unreadable(error, "private key")))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| {
            builder
                .with_no_client_auth()
                .with_single_cert(chain, secret)
        });
    let mut config = config.map_err(|error| {
        bad_key(
            key,
            format!("the key cannot be used with the certificate: {error}"),
        )
    })?;
    config.alpn_protocols = vec![HTTP2.to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn unreadable(error: pem::Error, expected: &str) -> String {
    match error {
        pem::Error::Io(error) => error.to_string(),
        pem::Error::NoItemsFound => format!("the file contains no {expected} in PEM"),
        other => format!("the file is not valid PEM: {other}"),
    }
}

fn bad_chain(file: &Path, reason: String) -> FrontError {
    FrontError::Certificate {
        file: file.to_owned(),
        reason,
    }
}

fn bad_key(file: &Path, reason: String) -> FrontError {
    FrontError::Key {
        file: file.to_owned(),
        reason,
    }
}
