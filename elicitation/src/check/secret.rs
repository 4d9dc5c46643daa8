//! Questions for secrets, which do not belong into forms.

/// Words that name a secret. A name of two words is written as one.
const SECRETS: [&str; 18] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "token",
    "credential",
    "credentials",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "cvv",
    "cvc",
    "creditcard",
    "cardnumber",
    "ssn",
];

/// Returns the word of a name or title that suggests a secret.
///
/// Words are compared as a whole, so `max_tokens` and `tokenizer` suggest none.
pub(super) fn secret_word(text: &str) -> Option<String> {
    let words = words(text);
    for (index, word) in words.iter().enumerate() {
        if SECRETS.contains(&word.as_str()) {
            return Some(word.clone());
        }
        let pair = words.get(index + 1).map(|next| format!("{word}{next}"));
        if pair.is_some_and(|pair| SECRETS.contains(&pair.as_str())) {
            return Some(words.get(index..index + 2)?.join(" "));
        }
    }
    None
}

/// Splits `apiKey`, `api_key` and `API key` into lowercase words.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_after_lowercase = false;
    let mut is_inside = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if !character.is_alphabetic() {
            (is_inside, is_after_lowercase) = (false, false);
            continue;
        }
        // `API` in `APIToken` ends before the letter that begins `Token`.
        let is_before_lowercase = characters.peek().is_some_and(|next| next.is_lowercase());
        let begins =
            !is_inside || (character.is_uppercase() && (is_after_lowercase || is_before_lowercase));
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        (is_inside, is_after_lowercase) = (true, character.is_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_found_in_all_spellings() {
        for (text, word) in [
            ("password", Some("password")),
            ("dbPassword", Some("password")),
            ("API key", Some("api key")),
            ("apiKey", Some("api key")),
            ("api_key", Some("api key")),
            ("APIKEY", Some("apikey")),
            ("APIToken", Some("token")),
            ("password2", Some("password")),
            ("access-token", Some("token")),
            ("Your secret?", Some("secret")),
            ("max_tokens", None),
            ("tokenizer", None),
            ("keyboard", None),
            ("", None),
        ] {
            assert_eq!(secret_word(text).as_deref(), word, "{text}");
        }
    }
}
