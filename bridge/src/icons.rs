//! The icons of the basic catalog in the vocabularies of Adaptive Cards and Slack.

/// An icon with its names. An empty name means that the vocabulary lacks the icon.
pub(crate) struct IconNames {
    /// The name in the basic catalog of A2UI.
    pub(crate) a2ui: &'static str,
    /// The name in the Fluent icons of Adaptive Cards.
    pub(crate) fluent: &'static str,
    /// The code of the emoji in Slack, without colons.
    pub(crate) emoji: &'static str,
}

/// Returns the names of an icon of the basic catalog.
pub(crate) fn icon_of_a2ui(name: &str) -> Option<&'static IconNames> {
    ICONS.iter().find(|icon| icon.a2ui == name)
}

/// Returns the first icon with this name in the Fluent icons, without regard to case.
pub(crate) fn icon_of_fluent(name: &str) -> Option<&'static IconNames> {
    ICONS
        .iter()
        .find(|icon| icon.fluent.eq_ignore_ascii_case(name))
}

/// Returns the first icon with this emoji code.
pub(crate) fn icon_of_emoji(code: &str) -> Option<&'static IconNames> {
    ICONS
        .iter()
        .find(|icon| !code.is_empty() && icon.emoji == code)
}

const fn icon(a2ui: &'static str, fluent: &'static str, emoji: &'static str) -> IconNames {
    IconNames {
        a2ui,
        fluent,
        emoji,
    }
}

/// The icons of the basic catalog, in alphabetical order of the catalog.
const ICONS: [IconNames; 59] = [
    icon("accountCircle", "PersonCircle", "bust_in_silhouette"),
    icon("add", "Add", "heavy_plus_sign"),
    icon("arrowBack", "ArrowLeft", "arrow_left"),
    icon("arrowForward", "ArrowRight", "arrow_right"),
    icon("attachFile", "Attach", "paperclip"),
    icon("calendarToday", "CalendarToday", "calendar"),
    icon("call", "Call", "telephone_receiver"),
    icon("camera", "Camera", "camera"),
    icon("check", "Checkmark", "white_check_mark"),
    icon("close", "Dismiss", "x"),
    icon("delete", "Delete", "wastebasket"),
    icon("download", "ArrowDownload", "inbox_tray"),
    icon("edit", "Edit", "pencil2"),
    icon("event", "CalendarDate", "date"),
    icon("error", "ErrorCircle", "no_entry"),
    icon("fastForward", "FastForward", "fast_forward"),
    icon("favorite", "Heart", "heart"),
    icon("favoriteOff", "HeartOff", "white_heart"),
    icon("folder", "Folder", "file_folder"),
    icon("help", "QuestionCircle", "question"),
    icon("home", "Home", "house"),
    icon("info", "Info", "information_source"),
    icon("locationOn", "Location", "round_pushpin"),
    icon("lock", "LockClosed", "lock"),
    icon("lockOpen", "LockOpen", "unlock"),
    icon("mail", "Mail", "email"),
    icon("menu", "Navigation", ""),
    icon("moreVert", "MoreVertical", ""),
    icon("moreHoriz", "MoreHorizontal", ""),
    icon("notificationsOff", "AlertOff", "no_bell"),
    icon("notifications", "Alert", "bell"),
    icon("pause", "Pause", "double_vertical_bar"),
    icon("payment", "Payment", "credit_card"),
    icon("person", "Person", "bust_in_silhouette"),
    icon("phone", "Phone", "iphone"),
    icon("photo", "Image", "frame_with_picture"),
    icon("play", "Play", "arrow_forward"),
    icon("print", "Print", "printer"),
    icon("refresh", "ArrowClockwise", "arrows_counterclockwise"),
    icon("rewind", "Rewind", "rewind"),
    icon("search", "Search", "mag"),
    icon("send", "Send", "outbox_tray"),
    icon("settings", "Settings", "gear"),
    icon("share", "Share", ""),
    icon("shoppingCart", "Cart", "shopping_trolley"),
    icon(
        "skipNext",
        "Next",
        "black_right_pointing_double_triangle_with_vertical_bar",
    ),
    icon(
        "skipPrevious",
        "Previous",
        "black_left_pointing_double_triangle_with_vertical_bar",
    ),
    icon("star", "Star", "star"),
    icon("starHalf", "StarHalf", "star"),
    icon("starOff", "StarOff", ""),
    icon("stop", "Stop", "black_square_for_stop"),
    icon("upload", "ArrowUpload", "outbox_tray"),
    icon("visibility", "Eye", "eye"),
    icon("visibilityOff", "EyeOff", "see_no_evil"),
    icon("volumeDown", "Speaker1", "sound"),
    icon("volumeMute", "SpeakerMute", "mute"),
    icon("volumeOff", "SpeakerOff", "mute"),
    icon("volumeUp", "Speaker2", "loud_sound"),
    icon("warning", "Warning", "warning"),
];

/// Returns the character that looks like an icon of the basic catalog.
pub(crate) fn character_of_a2ui(name: &str) -> Option<&'static str> {
    let mut characters = CHARACTERS.iter();
    let (_, character) = characters.find(|(known, _)| *known == name)?;
    Some(character)
}

/// The characters that look like the icons of the basic catalog.
const CHARACTERS: [(&str, &str); 59] = [
    ("accountCircle", "👤"),
    ("add", "➕"),
    ("arrowBack", "⬅️"),
    ("arrowForward", "➡️"),
    ("attachFile", "📎"),
    ("calendarToday", "📆"),
    ("call", "📞"),
    ("camera", "📷"),
    ("check", "✅"),
    ("close", "❌"),
    ("delete", "🗑️"),
    ("download", "📥"),
    ("edit", "✏️"),
    ("event", "📅"),
    ("error", "⛔"),
    ("fastForward", "⏩"),
    ("favorite", "❤️"),
    ("favoriteOff", "🤍"),
    ("folder", "📁"),
    ("help", "❓"),
    ("home", "🏠"),
    ("info", "ℹ️"),
    ("locationOn", "📍"),
    ("lock", "🔒"),
    ("lockOpen", "🔓"),
    ("mail", "✉️"),
    ("menu", "☰"),
    ("moreVert", "⋮"),
    ("moreHoriz", "⋯"),
    ("notificationsOff", "🔕"),
    ("notifications", "🔔"),
    ("pause", "⏸️"),
    ("payment", "💳"),
    ("person", "👤"),
    ("phone", "📱"),
    ("photo", "🖼️"),
    ("play", "▶️"),
    ("print", "🖨️"),
    ("refresh", "🔄"),
    ("rewind", "⏪"),
    ("search", "🔍"),
    ("send", "📤"),
    ("settings", "⚙️"),
    ("share", "↗️"),
    ("shoppingCart", "🛒"),
    ("skipNext", "⏭️"),
    ("skipPrevious", "⏮️"),
    ("star", "⭐"),
    ("starHalf", "⭐"),
    ("starOff", "☆"),
    ("stop", "⏹️"),
    ("upload", "📤"),
    ("visibility", "👁️"),
    ("visibilityOff", "🙈"),
    ("volumeDown", "🔉"),
    ("volumeMute", "🔈"),
    ("volumeOff", "🔇"),
    ("volumeUp", "🔊"),
    ("warning", "⚠️"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_has_a_character() {
        let names: Vec<&str> = ICONS.iter().map(|icon| icon.a2ui).collect();
        let characters: Vec<&str> = CHARACTERS.iter().map(|(name, _)| *name).collect();
        assert_eq!(characters, names);
        assert_eq!(character_of_a2ui("home"), Some("🏠"));
    }
}
