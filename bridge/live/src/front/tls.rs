//! TLS with a certificate in PEM files.

use super::FrontError;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, pem, pem::PemObject};
use std::{path::Path, sync::Arc};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring},
};

/// Creates the acceptor of TLS connections: TLS 1.2 and 1.3, for HTTP/1.1.
pub(super) fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, FrontError> {
    let failed = |file: &Path, reason: String| FrontError::Certificate { file: file.to_owned(), reason };
    let unreadable = |file: &Path, error: pem::Error| {
        let reason = match error {
            pem::Error::Io(error) => error.to_string(),
            pem::Error::NoItemsFound => "the file contains no such PEM section".to_owned(),
            other => format!("the file is not valid PEM: {other}"),
        };
        failed(file, reason)
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable(certificate, error))?;
    if chain.is_empty() {
        return Err(failed(certificate, "the file contains no certificate in PEM".to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| match error {
        pem::Error::NoItemsFound => failed(key, "the file contains no private key in PEM".to_owned()),
        other => unreadable(key, other),
    })?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, secret));
    let mut config = config
        .map_err(|error| failed(key, format!("the key and the certificate cannot be used: {error}")))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
