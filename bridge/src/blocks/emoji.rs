//! Emoji by their names.

/// Frequent emoji with their names in Slack, in alphabetical order.
const EMOJI: [(&str, &str); 216] = [
    ("+1", "\u{1f44d}"),
    ("-1", "\u{1f44e}"),
    ("100", "\u{1f4af}"),
    ("airplane", "\u{2708}\u{fe0f}"),
    ("alarm_clock", "\u{23f0}"),
    ("arrow_down", "\u{2b07}\u{fe0f}"),
    ("arrow_forward", "\u{25b6}\u{fe0f}"),
    ("arrow_left", "\u{2b05}\u{fe0f}"),
    ("arrow_right", "\u{27a1}\u{fe0f}"),
    ("arrow_up", "\u{2b06}\u{fe0f}"),
    ("arrow_upper_right", "\u{2197}\u{fe0f}"),
    ("arrows_counterclockwise", "\u{1f504}"),
    ("art", "\u{1f3a8}"),
    ("ballot_box_with_check", "\u{2611}\u{fe0f}"),
    ("bangbang", "\u{203c}\u{fe0f}"),
    ("bar_chart", "\u{1f4ca}"),
    ("beach_with_umbrella", "\u{1f3d6}\u{fe0f}"),
    ("beer", "\u{1f37a}"),
    ("beers", "\u{1f37b}"),
    ("bell", "\u{1f514}"),
    ("bike", "\u{1f6b2}"),
    ("birthday", "\u{1f382}"),
    ("black_circle", "\u{26ab}"),
    ("black_square_for_stop", "\u{23f9}\u{fe0f}"),
    ("blue_heart", "\u{1f499}"),
    ("blush", "\u{1f60a}"),
    ("book", "\u{1f4d6}"),
    ("bookmark", "\u{1f516}"),
    ("books", "\u{1f4da}"),
    ("boom", "\u{1f4a5}"),
    ("bread", "\u{1f35e}"),
    ("broken_heart", "\u{1f494}"),
    ("bug", "\u{1f41b}"),
    ("bulb", "\u{1f4a1}"),
    ("bus", "\u{1f68c}"),
    ("bust_in_silhouette", "\u{1f464}"),
    ("busts_in_silhouette", "\u{1f465}"),
    ("cake", "\u{1f370}"),
    ("calendar", "\u{1f4c6}"),
    ("calling", "\u{1f4f2}"),
    ("camera", "\u{1f4f7}"),
    ("car", "\u{1f697}"),
    ("cat", "\u{1f431}"),
    ("chart_with_downwards_trend", "\u{1f4c9}"),
    ("chart_with_upwards_trend", "\u{1f4c8}"),
    ("checkered_flag", "\u{1f3c1}"),
    ("christmas_tree", "\u{1f384}"),
    ("clap", "\u{1f44f}"),
    ("clipboard", "\u{1f4cb}"),
    ("clock1", "\u{1f550}"),
    ("clock3", "\u{1f552}"),
    ("coffee", "\u{2615}"),
    ("computer", "\u{1f4bb}"),
    ("construction", "\u{1f6a7}"),
    ("credit_card", "\u{1f4b3}"),
    ("crossed_fingers", "\u{1f91e}"),
    ("cry", "\u{1f622}"),
    ("date", "\u{1f4c5}"),
    ("desert_island", "\u{1f3dd}\u{fe0f}"),
    ("dog", "\u{1f436}"),
    ("double_vertical_bar", "\u{23f8}\u{fe0f}"),
    ("e-mail", "\u{1f4e7}"),
    ("earth_africa", "\u{1f30d}"),
    ("email", "\u{2709}\u{fe0f}"),
    ("evergreen_tree", "\u{1f332}"),
    ("exclamation", "\u{2757}"),
    ("eyes", "\u{1f440}"),
    ("fast_forward", "\u{23e9}"),
    ("file_folder", "\u{1f4c1}"),
    ("fire", "\u{1f525}"),
    ("fork_and_knife", "\u{1f374}"),
    ("frame_with_picture", "\u{1f5bc}\u{fe0f}"),
    ("fried_shrimp", "\u{1f364}"),
    ("gear", "\u{2699}\u{fe0f}"),
    ("gift", "\u{1f381}"),
    ("globe_with_meridians", "\u{1f310}"),
    ("green_heart", "\u{1f49a}"),
    ("green_salad", "\u{1f957}"),
    ("grey_question", "\u{2754}"),
    ("grin", "\u{1f601}"),
    ("grinning", "\u{1f600}"),
    ("hamburger", "\u{1f354}"),
    ("hammer", "\u{1f528}"),
    ("hammer_and_wrench", "\u{1f6e0}\u{fe0f}"),
    ("hand", "\u{270b}"),
    ("handshake", "\u{1f91d}"),
    ("heart", "\u{2764}\u{fe0f}"),
    ("heart_eyes", "\u{1f60d}"),
    ("heavy_check_mark", "\u{2714}\u{fe0f}"),
    ("heavy_minus_sign", "\u{2796}"),
    ("heavy_plus_sign", "\u{2795}"),
    ("hotel", "\u{1f3e8}"),
    ("hourglass", "\u{231b}"),
    ("hourglass_flowing_sand", "\u{23f3}"),
    ("house", "\u{1f3e0}"),
    ("id", "\u{1f194}"),
    ("inbox_tray", "\u{1f4e5}"),
    ("information_source", "\u{2139}\u{fe0f}"),
    ("iphone", "\u{1f4f1}"),
    ("joy", "\u{1f602}"),
    ("key", "\u{1f511}"),
    ("label", "\u{1f3f7}\u{fe0f}"),
    ("laptop", "\u{1f4bb}"),
    ("large_blue_circle", "\u{1f535}"),
    ("large_blue_diamond", "\u{1f537}"),
    ("large_green_circle", "\u{1f7e2}"),
    ("large_orange_circle", "\u{1f7e0}"),
    ("large_yellow_circle", "\u{1f7e1}"),
    ("link", "\u{1f517}"),
    ("lock", "\u{1f512}"),
    ("loud_sound", "\u{1f50a}"),
    ("loudspeaker", "\u{1f4e2}"),
    ("lower_left_ballpoint_pen", "\u{1f58a}\u{fe0f}"),
    ("mag", "\u{1f50d}"),
    ("mag_right", "\u{1f50e}"),
    ("mailbox", "\u{1f4eb}"),
    ("meat_on_bone", "\u{1f356}"),
    ("medal", "\u{1f3c5}"),
    ("memo", "\u{1f4dd}"),
    ("moneybag", "\u{1f4b0}"),
    ("moon", "\u{1f314}"),
    ("muscle", "\u{1f4aa}"),
    ("mute", "\u{1f507}"),
    ("new", "\u{1f195}"),
    ("newspaper", "\u{1f4f0}"),
    ("no_bell", "\u{1f515}"),
    ("no_entry", "\u{26d4}"),
    ("no_entry_sign", "\u{1f6ab}"),
    ("octagonal_sign", "\u{1f6d1}"),
    ("ok", "\u{1f197}"),
    ("ok_hand", "\u{1f44c}"),
    ("outbox_tray", "\u{1f4e4}"),
    ("package", "\u{1f4e6}"),
    ("page_facing_up", "\u{1f4c4}"),
    ("paperclip", "\u{1f4ce}"),
    ("partying_face", "\u{1f973}"),
    ("pencil", "\u{270f}\u{fe0f}"),
    ("pencil2", "\u{270f}\u{fe0f}"),
    ("phone", "\u{260e}\u{fe0f}"),
    ("pizza", "\u{1f355}"),
    ("point_down", "\u{1f447}"),
    ("point_left", "\u{1f448}"),
    ("point_right", "\u{1f449}"),
    ("point_up", "\u{261d}\u{fe0f}"),
    ("pray", "\u{1f64f}"),
    ("printer", "\u{1f5a8}\u{fe0f}"),
    ("purple_heart", "\u{1f49c}"),
    ("pushpin", "\u{1f4cc}"),
    ("question", "\u{2753}"),
    ("raised_hands", "\u{1f64c}"),
    ("raising_hand", "\u{1f64b}"),
    ("recycle", "\u{267b}\u{fe0f}"),
    ("red_circle", "\u{1f534}"),
    ("repeat", "\u{1f501}"),
    ("rewind", "\u{23ea}"),
    ("robot_face", "\u{1f916}"),
    ("rocket", "\u{1f680}"),
    ("rotating_light", "\u{1f6a8}"),
    ("round_pushpin", "\u{1f4cd}"),
    ("runner", "\u{1f3c3}"),
    ("satellite", "\u{1f6f0}\u{fe0f}"),
    ("scroll", "\u{1f4dc}"),
    ("see_no_evil", "\u{1f648}"),
    ("seedling", "\u{1f331}"),
    ("shield", "\u{1f6e1}\u{fe0f}"),
    ("shopping_trolley", "\u{1f6d2}"),
    ("simple_smile", "\u{1f642}"),
    ("skull", "\u{1f480}"),
    ("slightly_smiling_face", "\u{1f642}"),
    ("small_blue_diamond", "\u{1f539}"),
    ("smile", "\u{1f604}"),
    ("smiley", "\u{1f603}"),
    ("snowflake", "\u{2744}\u{fe0f}"),
    ("sob", "\u{1f62d}"),
    ("sos", "\u{1f198}"),
    ("sound", "\u{1f509}"),
    ("sparkles", "\u{2728}"),
    ("speech_balloon", "\u{1f4ac}"),
    ("star", "\u{2b50}"),
    ("star2", "\u{1f31f}"),
    ("stew", "\u{1f372}"),
    ("stop_sign", "\u{1f6d1}"),
    ("stopwatch", "\u{23f1}\u{fe0f}"),
    ("sunglasses", "\u{1f60e}"),
    ("sunny", "\u{2600}\u{fe0f}"),
    ("taco", "\u{1f32e}"),
    ("tada", "\u{1f389}"),
    ("taxi", "\u{1f695}"),
    ("technologist", "\u{1f9d1}\u{200d}\u{1f4bb}"),
    ("telephone_receiver", "\u{1f4de}"),
    ("test_tube", "\u{1f9ea}"),
    ("thinking_face", "\u{1f914}"),
    ("thumbsdown", "\u{1f44e}"),
    ("thumbsup", "\u{1f44d}"),
    ("ticket", "\u{1f3ab}"),
    ("tickets", "\u{1f39f}\u{fe0f}"),
    ("train", "\u{1f68b}"),
    ("triangular_flag_on_post", "\u{1f6a9}"),
    ("trophy", "\u{1f3c6}"),
    ("umbrella", "\u{2614}"),
    ("unlock", "\u{1f513}"),
    ("warning", "\u{26a0}\u{fe0f}"),
    ("wastebasket", "\u{1f5d1}\u{fe0f}"),
    ("wave", "\u{1f44b}"),
    ("white_check_mark", "\u{2705}"),
    ("white_circle", "\u{26aa}"),
    ("white_heart", "\u{1f90d}"),
    ("white_large_square", "\u{2b1c}"),
    ("wink", "\u{1f609}"),
    ("world_map", "\u{1f5fa}\u{fe0f}"),
    ("wrench", "\u{1f527}"),
    ("writing_hand", "\u{270d}\u{fe0f}"),
    ("x", "\u{274c}"),
    ("yellow_heart", "\u{1f49b}"),
    ("zap", "\u{26a1}"),
    ("zzz", "\u{1f4a4}"),
];
/// The name of a color of skin, without its number from 2 to 6.
const SKIN_TONE: &str = "skin-tone-";
/// The character of the color of skin with the number 2.
const FIRST_SKIN_TONE: u32 = 0x1f3fb;

/// Returns the characters of an emoji by its name without colons.
pub(super) fn emoji(name: &str) -> Option<String> {
    if let Some(tone) = name.strip_prefix(SKIN_TONE) {
        let tone: u32 = tone.parse().ok().filter(|tone| (2..=6).contains(tone))?;
        return char::from_u32(FIRST_SKIN_TONE + tone - 2).map(String::from);
    }
    let place = EMOJI.binary_search_by_key(&name, |(name, _)| name).ok()?;
    EMOJI.get(place).map(|(_, text)| (*text).to_owned())
}

/// Returns the characters of an emoji by their codes, such as `1f1e9-1f1ea`.
pub(super) fn emoji_of_codes(codes: &str) -> Option<String> {
    let mut text = String::new();
    for code in codes.split('-') {
        let code = u32::from_str_radix(code, 16).ok()?;
        text.push(char::from_u32(code).filter(|c| !c.is_control())?);
    }
    Some(text)
}

/// Replaces the names of emoji, such as `:wave:`, by their characters. Unknown names stay.
pub(super) fn with_emoji(text: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(':') {
        replaced.push_str(before);
        let name = emoji_name(after);
        match name.and_then(emoji) {
            Some(found) => {
                replaced.push_str(&found);
                let behind = name.map_or(0, str::len) + 1;
                rest = after.get(behind..).unwrap_or_default();
            }
            None => {
                replaced.push(':');
                rest = after;
            }
        }
    }
    replaced.push_str(rest);
    replaced
}

/// Returns the name at the start of a text, up to the colon behind it.
pub(super) fn emoji_name(text: &str) -> Option<&str> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '\'');
    let end = text.find(|c| !is_of_name(c))?;
    let (name, rest) = text.split_at_checked(end)?;
    (!name.is_empty() && rest.starts_with(':')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_replaced() {
        assert!(EMOJI.is_sorted_by(|(a, _), (b, _)| a < b));
        assert_eq!(
            with_emoji("Hi :wave::skin-tone-3: at 10:30, :nope: :tada"),
            "Hi \u{1f44b}\u{1f3fc} at 10:30, :nope: :tada"
        );
        assert_eq!(emoji("skin-tone-9"), None);
        assert_eq!(
            emoji_of_codes("1f1e9-1f1ea").as_deref(),
            Some("\u{1f1e9}\u{1f1ea}")
        );
        assert_eq!(emoji_of_codes("d800"), None);
        assert_eq!(emoji_of_codes(""), None);
    }
}
