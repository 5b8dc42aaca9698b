//! Points and scores, 0 to 100, and the bands they fall into.

use serde::{Deserialize, Serialize};

use crate::Decimal;

/// Points of an answer, or a rounded score: a whole number from 0 to 100.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Points(u8);

/// The band of a rounded score: 0–39, 40–79, 80–100.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Band {
    Vulnerable,
    Coping,
    Healthy,
}

impl Points {
    pub const MIN: Self = Self(0);
    pub const MAX: Self = Self(100);

    /// `None` above 100.
    pub const fn new(points: u8) -> Option<Self> {
        if points <= 100 { Some(Self(points)) } else { None }
    }

    pub const fn get(self) -> u8 {
        self.0
    }

    pub fn band(self) -> Band {
        match self.0 {
            0..=39 => Band::Vulnerable,
            40..=79 => Band::Coping,
            _ => Band::Healthy,
        }
    }
}

impl TryFrom<u8> for Points {
    type Error = &'static str;

    fn try_from(points: u8) -> Result<Self, Self::Error> {
        Self::new(points).ok_or("points are 0 to 100")
    }
}

impl TryFrom<Decimal> for Points {
    type Error = &'static str;

    fn try_from(number: Decimal) -> Result<Self, Self::Error> {
        number.as_whole().and_then(|number| Self::new(u8::try_from(number).ok()?)).ok_or("points are 0 to 100")
    }
}

impl From<Points> for Decimal {
    fn from(points: Points) -> Self {
        Self::whole(points.0.into())
    }
}

impl From<Points> for u8 {
    fn from(points: Points) -> u8 {
        points.0
    }
}

impl Band {
    pub const ALL: [Self; 3] = [Self::Vulnerable, Self::Coping, Self::Healthy];

    /// 0 for vulnerable, 1 for coping, 2 for healthy.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The lowest and the highest points of the band.
    pub fn range(self) -> (Points, Points) {
        [(Points(0), Points(39)), (Points(40), Points(79)), (Points(80), Points(100))][self.index()]
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|band| band.as_str() == text)
    }

    pub fn as_str(self) -> &'static str {
        ["vulnerable", "coping", "healthy"][self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_begin_at_40_and_80() {
        let bands = [0, 39, 40, 79, 80, 100].map(|p| Points::new(p).map(Points::band));
        let expected = [0, 0, 1, 1, 2, 2].map(|band: usize| Some(Band::ALL[band]));
        assert_eq!(bands, expected);
        for band in Band::ALL {
            let (low, high) = band.range();
            assert_eq!((low.band(), high.band(), Band::parse(band.as_str())), (band, band, Some(band)));
        }
    }
}
