use proptest::prelude::*;

use super::*;

fn number(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text}"))
}

fn norm(json: &str) -> Norm {
    let json = format!(r#"{{ "name": "Adults", "source": "Manual", {json} }}"#);
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// The part of a normal distribution below `z`, by the series of the error function.
fn below(z: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > 1e-18 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    0.5 + sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[test]
fn bounds_are_the_quantiles_of_the_normal_distribution_to_four_decimals() {
    let mut percent = 2.0;
    for bound in bounds() {
        let at = |ten_thousandths: f64| 100.0 * below(ten_thousandths / 10_000.0);
        let middle = f64::from(i32::try_from(bound).expect("a small number"));
        assert!(at(middle - 0.5) < percent && percent < at(middle + 0.5), "{percent}: {bound}");
        percent += 1.0;
    }
    assert!((percent - 100.0).abs() < 0.5, "{percent}");
}

#[test]
fn a_score_stands_by_mean_and_standard_deviation() {
    let norm = norm(r#""mean": 50, "sd": 10"#);
    for (score, z, t, percentile) in [
        ("50", "0", 50, 50),
        ("49.9", "-0.01", 50, 49),
        ("60", "1", 60, 84),
        ("40", "-1", 40, 15),
        ("73.2", "2.32", 73, 98),
        ("73.263", "2.33", 73, 99),
        ("73.262", "2.33", 73, 98),
        ("0", "-5", 0, 1),
        ("120", "7", 120, 99),
        ("29.5", "-2.05", 30, 2),
    ] {
        let expected = Standing { z: Some(number(z)), t: Some(t), percentile };
        assert_eq!(norm.standing(number(score)), Some(expected), "{score}");
    }
    let narrow = self::norm(r#""mean": 0, "sd": 8"#);
    let z = |score| narrow.standing(number(score)).and_then(|standing| standing.z);
    assert_eq!((z("1"), z("-1")), (Some(number("0.13")), Some(number("-0.13"))));
}

#[test]
fn a_table_is_linear_between_its_rows_and_stops_at_its_ends() {
    let norm = norm(r#""percentiles": [[10, 0], [20, 5], [30, 50], [40, 99.6]]"#);
    for (score, percentile) in
        [("5", 1), ("10", 1), ("20", 5), ("21", 10), ("25.5", 30), ("30", 50), ("35", 75), ("40", 99), ("70", 99)]
    {
        let expected = Standing { z: None, t: None, percentile };
        assert_eq!(norm.standing(number(score)), Some(expected), "{score}");
    }
    assert_eq!(self::norm(r#""mean": 1"#).standing(number("1")), None);
}

proptest! {
    #[test]
    fn norms_are_monotone(
        mean in -900..900_i64, sd in 1..30_000_i64, rows in proptest::collection::vec((1..300_i64, 0..200_i64), 1..9),
        first in -900..900_i64, step in 0..300_i64,
    ) {
        let thousandths = |number: i64| Decimal::from_thousandths(number.into()).unwrap_or_default();
        let tenths = |number: i64| Decimal::from_tenths(number).unwrap_or_default();
        let (mut score, mut percentile) = (-900, 0);
        let table = rows.into_iter().map(|(wider, higher)| {
            (score, percentile) = (score + wider, (percentile + higher).min(1000));
            (tenths(score), tenths(percentile))
        });
        let of = |mean: Option<Decimal>, percentiles: Vec<_>| Norm {
            name: "N".into(),
            source: "S".into(),
            when: None,
            mean,
            sd: mean.map(|_| thousandths(sd)),
            percentiles,
        };
        for norm in [of(Some(tenths(mean)), Vec::new()), of(None, table.collect())] {
            let [low, high] = [first, first + step].map(|score| norm.standing(tenths(score)));
            let (Some(low), Some(high)) = (low, high) else { return Err(TestCaseError::fail("no standing")) };
            prop_assert!(low.percentile <= high.percentile && low.z <= high.z && low.t <= high.t);
            prop_assert!((1..=99).contains(&low.percentile) && (1..=99).contains(&high.percentile));
        }
    }

    #[test]
    fn percentiles_of_a_mean_are_those_of_the_distribution(score in -900..900_i32, mean in -300..300_i32, sd in 100..900_i32) {
        let tenths = |number: i32| Decimal::from_tenths(number.into());
        let norm = Norm {
            name: "N".into(),
            source: "S".into(),
            when: None,
            mean: tenths(mean),
            sd: tenths(sd),
            percentiles: Vec::new(),
        };
        let z = f64::from(score - mean) / f64::from(sd);
        let standing = norm.standing(tenths(score).unwrap_or_default()).ok_or_else(|| TestCaseError::fail("none"))?;
        // The bounds have four decimals.
        let expected = [-0.0001, 0.0001].map(|off| (100.0 * below(z + off)).floor().clamp(1.0, 99.0));
        prop_assert!(expected.contains(&f64::from(standing.percentile)), "{} {:?} {:?}", z, expected, standing);
    }
}
