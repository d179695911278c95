//! Ratings of players, from PlayTak's web service.

use serde::Deserialize;
use std::io;
use std::time::Duration;
use stonefall_playtak::connection::read_page;

/// PlayTak's pages of ratings; the name of a player follows. (`ratings.controller.ts` of playtak-api.)
pub const RATINGS: &str = "https://api.playtak.com/v1/ratings/";
/// Time for the answer.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Page {
    rating: f64,
}

/// The rating of a player; `None` if the player has none.
pub(super) async fn rating(pages: &str, player: &str) -> io::Result<Option<f64>> {
    // Other letters would change the address.
    if !player.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Ok(None);
    }
    match read_page(&format!("{pages}{player}"), PATIENCE).await {
        Ok(page) => read(&page).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn read(page: &[u8]) -> io::Result<f64> {
    Ok(serde_json::from_slice::<Page>(page)?.rating)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn ratings_are_read() {
        let page = br#"{"id":7,"name":"Alice","rating":1432,"maxrating":1500,"ratedgames":81,"isbot":false}"#;
        assert_eq!(read(page).unwrap(), 1432.0);
        for page in ["", "{}", "{\"rating\":\"high\"}", "[]"] {
            assert!(read(page.as_bytes()).is_err(), "{page}");
        }
    }
}
