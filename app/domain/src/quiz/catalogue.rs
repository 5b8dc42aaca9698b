//! The option ids of the built-in questions. They are the same in every quiz and release and must never change.

use std::sync::LazyLock;

use crate::{Indicator, Kind, OptionId, OwnOption, Text};

/// Options in the order of their codes, 1 to n.
static OPTIONS: [&[OptionId]; 8] = [
    &[
        OptionId::built_in("074f8ed0-95a2-51c7-81a4-cf6ce5d497ec"),
        OptionId::built_in("e709fc73-99d4-5cde-919a-728db8d61161"),
        OptionId::built_in("21fbbf6f-73dd-560d-9136-783e77d3adac"),
        OptionId::built_in("f2271b3e-5f6a-5aab-8fec-2f0c06aa8013"),
        OptionId::built_in("f009492d-b267-5510-94d9-644bdf7c0e87"),
    ],
    &[
        OptionId::built_in("cd5c971e-d860-5d43-99c9-b34d84682b78"),
        OptionId::built_in("d55980d0-3d5b-54b8-84e1-86f8ecb2cd2c"),
        OptionId::built_in("fe4ed39d-fb35-5b36-8b49-62f33b84bc9e"),
        OptionId::built_in("599b8dc9-8709-5f0a-b1d8-3bcca5cf4e9c"),
        OptionId::built_in("08f17a1f-3461-5b5f-89a4-b16621a33419"),
    ],
    &[
        OptionId::built_in("97ce7ba2-94cd-5331-9aaf-945888f3bbb0"),
        OptionId::built_in("89f87660-96b8-5771-91fc-976650ac58c1"),
        OptionId::built_in("ad675bb1-9739-5e9e-a7ca-30137b3d597e"),
        OptionId::built_in("1f8d6e14-a00d-505b-a5a4-06d4214d1895"),
        OptionId::built_in("0e092c75-b5a4-5203-b910-213fae643cac"),
    ],
    &[
        OptionId::built_in("f8520637-1aba-577c-838a-4b8fa6c7bec0"),
        OptionId::built_in("41e92000-c463-510d-bc98-83edbf8bf945"),
        OptionId::built_in("3fa63fb4-79db-5907-8189-1bdb19edbed8"),
        OptionId::built_in("8145d6eb-9927-5725-a5ae-ed670d7421b2"),
        OptionId::built_in("78906d50-6ef3-57cf-8c84-08758f2beb37"),
    ],
    &[
        OptionId::built_in("6f8c780e-915b-570c-b505-8c40cf9c65a3"),
        OptionId::built_in("10c56b07-3167-5ec6-aa5e-169d5bacc0d0"),
        OptionId::built_in("dc6075ad-9106-5255-897d-0aac69df7817"),
        OptionId::built_in("24059d4d-f803-5962-ade9-ee885cd59063"),
    ],
    &[
        OptionId::built_in("ab098f23-3bd3-54df-926a-75104530e56c"),
        OptionId::built_in("6b4e3209-5c7c-51dd-919d-340c1fbbee22"),
        OptionId::built_in("6dda79d2-be5f-57cc-8566-d283444ee2ec"),
        OptionId::built_in("6a9eb7e3-4458-5a8b-bc19-00afeca50bda"),
        OptionId::built_in("8b525080-2ae9-54f5-925d-159186067db2"),
        OptionId::built_in("8a65c927-7dde-52fd-b38f-8eff10e3d22d"),
    ],
    &[
        OptionId::built_in("6ed4456f-fc99-523a-92aa-d88fc3482761"),
        OptionId::built_in("3b63a135-cc4c-5dbd-9004-2d53030dc8fe"),
        OptionId::built_in("89de0100-0862-514a-996a-a3dc3f522282"),
        OptionId::built_in("7d3fe326-8649-5d32-8dd9-f86e5a05b014"),
        OptionId::built_in("b0ea98c7-81fc-5db9-b27e-788e8d5ebbac"),
        OptionId::built_in("1f29f381-7a45-52db-834b-536239d2bb4a"),
    ],
    &[
        OptionId::built_in("9863ea9a-4410-53a0-87f1-2875f69fee9a"),
        OptionId::built_in("fea4a264-4b91-551c-ac2a-0e05262a5680"),
        OptionId::built_in("a82fa532-55fd-50ae-9d0c-f67774a821bf"),
        OptionId::built_in("5801abc0-5940-5c84-89fb-8334a9003cb9"),
        OptionId::built_in("f7c8f4ab-6f7a-5650-af92-663d5cc2fd16"),
    ],
];

/// The option ids of an indicator's question, in the order of their codes (1 to n, best first).
pub fn built_in_options(indicator: Indicator) -> &'static [OptionId] {
    OPTIONS[indicator.index()]
}

/// The choice of an indicator's question. Its labels are empty; an [`Edition`](super::edition::Edition) has the words.
pub(super) fn built_in_kind(indicator: Indicator) -> &'static Kind {
    static KINDS: LazyLock<[Kind; 8]> = LazyLock::new(|| {
        let option = |(id, code): (&OptionId, usize)| OwnOption { code, ..OwnOption::new(id.clone(), Text::from("")) };
        OPTIONS.map(|ids| Kind::Choice { options: ids.iter().zip(1..).map(option).collect(), display: None })
    });
    &KINDS[indicator.index()]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_built_in_option_has_an_id_of_its_own() {
        let all: Vec<&OptionId> = Indicator::ALL.into_iter().flat_map(built_in_options).collect();
        assert_eq!(all.len(), 41);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(all.iter().all(|id| OptionId::parse(id.as_str()).as_ref() == Ok(*id)));
    }

    #[test]
    fn ids_stay_what_they_were_released_as() {
        let first = built_in_options(Indicator::Fhn1);
        let last = built_in_options(Indicator::Fhn8);
        assert_eq!(first[0].as_str(), "074f8ed0-95a2-51c7-81a4-cf6ce5d497ec");
        assert_eq!(last[4].as_str(), "f7c8f4ab-6f7a-5650-af92-663d5cc2fd16");
    }
}
