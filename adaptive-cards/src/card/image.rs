//! Images and media.

use super::Action;
use crate::vocabulary::{
    HorizontalAlignment, ImageFillMode, ImageSetStyle, ImageSize, ImageStyle, VerticalAlignment,
};
use wire::{List, PayloadKind, Reader, Tolerant, Wire, Writer, decode::ReadResult};

element! {
    /// An image: `{"type": "Image", "url": "https://example.com/a.png", "altText": "A harbour"}`.
    ///
    /// Specification: [Image](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Image.json).
    pub struct Image by "type" = "Image" {
        /// The address. Since 1.2 it may also be a data URI.
        url =: Tolerant<String>,
        /// The description for users who do not see the image.
        alt_text as "altText"?: Tolerant<String>,
        /// The size of the image.
        size?: Tolerant<ImageSize>,
        /// The shape of the image.
        style?: Tolerant<ImageStyle>,
        /// The width in pixels, such as `80px`. Since 1.1.
        width?: Tolerant<String>,
        /// The color behind the image. Since 1.1.
        background_color as "backgroundColor"?: Tolerant<String>,
        /// The alignment of the image.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
        /// `true` if a click enlarges the image. Only in Teams.
        allow_expand as "allowExpand"?: Tolerant<bool>,
    }
}

element! {
    /// Several images.
    ///
    /// Specification: [ImageSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/ImageSet.json).
    pub struct ImageSet by "type" = "ImageSet" {
        /// The images of the set.
        images =: Tolerant<List<Image>>,
        /// The size of each image. The default is `medium`.
        image_size as "imageSize"?: Tolerant<ImageSize>,
        /// The arrangement. Since 1.6.
        style?: Tolerant<ImageSetStyle>,
    }
}

element! {
    /// An audio or a video. Since 1.1.
    ///
    /// Specification: [Media](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Media.json).
    pub struct Media by "type" = "Media" {
        /// The sources, best first.
        sources =: Tolerant<List<MediaSource>>,
        /// The address of the image before the start.
        poster?: Tolerant<String>,
        /// The description for users who do not see the medium.
        alt_text as "altText"?: Tolerant<String>,
        /// The captions. Since 1.6.
        caption_sources as "captionSources"?: Tolerant<List<CaptionSource>>,
    }
}

wire::object! {
    /// A source of a medium: `{"mimeType": "video/mp4", "url": "https://example.com/a.mp4"}`.
    ///
    /// Specification: [MediaSource](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/MediaSource.json).
    pub struct MediaSource {
        /// The media type.
        mime_type as "mimeType"?: Tolerant<String>,
        /// The address of the source.
        url =: Tolerant<String>,
    }

    /// A source of captions.
    ///
    /// Specification: [CaptionSource](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/CaptionSource.json).
    pub struct CaptionSource {
        /// The media type.
        mime_type as "mimeType" =: Tolerant<String>,
        /// The address of the captions.
        url =: Tolerant<String>,
        /// The name of the language.
        label?: Tolerant<String>,
    }

    /// An image behind a container, with its arrangement.
    ///
    /// Specification: [BackgroundImage](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/BackgroundImage.json).
    pub struct BackgroundImageStyle {
        /// The address of the image.
        url =: Tolerant<String>,
        /// The way in which the image fills its space.
        fill_mode as "fillMode"?: Tolerant<ImageFillMode>,
        /// The horizontal alignment.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
        /// The vertical alignment.
        vertical_alignment as "verticalAlignment"?: Tolerant<VerticalAlignment>,
    }
}

/// An image behind a card or a container: its address (1.0), or an object with the arrangement (1.2).
///
/// Specification: [BackgroundImage](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/BackgroundImage.json).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackgroundImage {
    /// The address of the image.
    Url(String),
    /// The address and the arrangement.
    Style(Box<BackgroundImageStyle>),
}

impl Wire for BackgroundImage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::String => Wire::read(reader).map(Self::Url),
            _ => Wire::read(reader).map(Self::Style),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Url(url) => url.write(writer),
            Self::Style(style) => style.write(writer),
        }
    }
}

wire::hand_written! {
    BackgroundImage,
    schema: |schemas| {
        let style = schemas.schema_for::<BackgroundImageStyle>();
        wire::schema::json!({"anyOf": [{"type": "string"}, style]})
    },
    examples: [r#""https://example.com/a.png""#, r#"{"url":"https://example.com/a.png","fillMode":"repeat"}"#],
}
