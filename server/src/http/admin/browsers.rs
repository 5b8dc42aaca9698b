//! Display names of the browser and the system in a `User-Agent`.

/// In the order of the tests: each browser also names those that it descends from.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// `Firefox on Linux`. An unknown program is shown by the beginning of its own name.
pub(super) fn name(client: &str) -> String {
    let of =
        |known: &[(&str, &'static str)]| known.iter().find(|(mark, _)| client.contains(mark)).map(|(_, name)| *name);
    match (of(&BROWSERS), of(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => match client.split(['/', ' ', '(']).next().unwrap_or_default() {
            "" | "Mozilla" => "An unknown browser".to_owned(),
            program => program.chars().take(40).collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_browser_is_known_among_its_ancestors() {
        for (client, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.10.1", "curl"),
            ("Mozilla/5.0", "An unknown browser"),
            ("", "An unknown browser"),
        ] {
            assert_eq!(name(client), expected, "{client}");
        }
    }
}
