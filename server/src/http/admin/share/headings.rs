//! Column headings in lists of people, in the languages of the pages and as other programs write them.

use crate::search_text::fold;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Heading {
    FullName,
    /// The full name, or the part of it that no other column has.
    Name,
    FirstName,
    MiddleName,
    LastName,
    Email,
    Language,
    /// The name of the field in this program.
    Data,
    /// The respondent's password for another product, which is never imported.
    Password,
}

/// Folded to plain lowercase letters: no accents, signs or digits.
const KNOWN: &[(Heading, &[&str])] = &[
    (
        Heading::FullName,
        &[
            "fullname",
            "displayname",
            "firstandlastname",
            "firstnamelastname",
            "nameandsurname",
            "nombrecompleto",
            "nombreyapellido",
            "nombreyapellidos",
            "apellidosynombre",
            "nombreapellidos",
            "vollername",
            "vollstandigername",
            "anzeigename",
            "vorundnachname",
            "vornamenachname",
            "vornameundnachname",
            "nomcomplet",
            "nometprenom",
            "prenometnom",
            "nomprenom",
            "prenomnom",
            "nomprenoms",
            "nomecompleto",
            "nomeesobrenome",
            "nomesobrenome",
            "nomedeexibicao",
            "الاسمالكامل",
            "الاسمبالكامل",
            "الاسمواللقب",
        ],
    ),
    (Heading::Name, &["name", "names", "nombre", "nombres", "nom", "nome", "الاسم", "اسم"]),
    (
        Heading::FirstName,
        &[
            "firstname",
            "firstnames",
            "givenname",
            "givennames",
            "forename",
            "christianname",
            "nombredepila",
            "primernombre",
            "vorname",
            "vornamen",
            "rufname",
            "prenom",
            "prenoms",
            "primeironome",
            "prenome",
            "nomeproprio",
            "الاسمالاول",
            "الاسمالشخصي",
        ],
    ),
    (
        Heading::MiddleName,
        &[
            "middlename",
            "middlenames",
            "additionalname",
            "segundonombre",
            "zweitername",
            "weiterevornamen",
            "weiterervorname",
            "deuxiemeprenom",
            "autresprenoms",
            "nomedomeio",
            "segundonome",
            "الاسمالاوسط",
            "اسمالاب",
        ],
    ),
    (
        Heading::LastName,
        &[
            "lastname",
            "surname",
            "familyname",
            "apellido",
            "apellidos",
            "primerapellido",
            "segundoapellido",
            "apellidopaterno",
            "apellidomaterno",
            "nachname",
            "familienname",
            "zuname",
            "nomdefamille",
            "nomfamille",
            "sobrenome",
            "ultimonome",
            "apelido",
            "nomedefamilia",
            "اسمالعايلة",
            "اللقب",
            "الاسمالاخير",
            "الكنية",
            "الاسمالعايلي",
        ],
    ),
    (
        Heading::Email,
        &[
            "email",
            "emails",
            "emailaddress",
            "mailaddress",
            "mail",
            "emailvalue",
            "primaryemail",
            "workemail",
            "correo",
            "correoelectronico",
            "direcciondecorreo",
            "direcciondecorreoelectronico",
            "direcciondeemail",
            "emailadresse",
            "mailadresse",
            "elektronischepost",
            "courriel",
            "adressemail",
            "adresseemail",
            "adressedemessagerie",
            "adresseelectronique",
            "adressecourriel",
            "adressedecourriel",
            "enderecodeemail",
            "correioeletronico",
            "enderecoeletronico",
            "البريدالالكتروني",
            "بريدالكتروني",
            "عنوانالبريدالالكتروني",
            "الايميل",
            "ايميل",
        ],
    ),
    (
        Heading::Language,
        &[
            "language",
            "preferredlanguage",
            "lang",
            "locale",
            "idioma",
            "lengua",
            "idiomapreferido",
            "sprache",
            "bevorzugtesprache",
            "langue",
            "languepreferee",
            "lingua",
            "اللغة",
            "لغة",
            "اللغةالمفضلة",
        ],
    ),
    (Heading::Data, &["customdata", "custom", "data", "datos", "owndata", "eigenedaten", "donnees", "dados", "بيانات"]),
    (
        Heading::Password,
        &[
            "password",
            "passwords",
            "userpassword",
            "passwd",
            "passcode",
            "pass",
            "pwd",
            "pin",
            "contrasena",
            "clave",
            "passwort",
            "kennwort",
            "motdepasse",
            "mdp",
            "senha",
            "palavrapasse",
            "palavrachave",
            "كلمةالمرور",
            "كلمةالسر",
            "الرقمالسري",
        ],
    ),
];

impl Heading {
    pub(super) fn of(title: &str) -> Option<Self> {
        let letters: String = fold(title).chars().filter(|letter| letter.is_alphabetic()).collect();
        KNOWN.iter().find(|(_, titles)| titles.contains(&letters.as_str())).map(|(heading, _)| *heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_in_every_language_of_the_pages_however_they_are_written() {
        for (title, heading) in [
            ("First Name", Heading::FirstName),
            ("given_name", Heading::FirstName),
            ("Vorname", Heading::FirstName),
            ("Prénom", Heading::FirstName),
            ("Nombre de pila", Heading::FirstName),
            ("Primeiro nome", Heading::FirstName),
            ("الاسم الأول", Heading::FirstName),
            ("lastname", Heading::LastName),
            ("Familienname", Heading::LastName),
            ("Nom de famille", Heading::LastName),
            ("Primer Apellido", Heading::LastName),
            ("SOBRENOME", Heading::LastName),
            ("اسم العائلة", Heading::LastName),
            ("E-mail 1 - Value", Heading::Email),
            ("Correo electrónico", Heading::Email),
            ("البريد الإلكتروني", Heading::Email),
            ("Langue préférée", Heading::Language),
            ("اللغة", Heading::Language),
            ("Nombre y apellidos", Heading::FullName),
            ("Contraseña", Heading::Password),
            ("Mot de passe", Heading::Password),
            ("كلمة المرور", Heading::Password),
        ] {
            assert_eq!(Heading::of(title), Some(heading), "{title}");
        }
        assert_eq!(["username", "course1", "emailstatus", "", "12"].map(Heading::of), [None; 5]);
    }

    #[test]
    fn every_heading_is_written_as_it_is_compared_and_means_one_thing() {
        let all: Vec<&str> = KNOWN.iter().flat_map(|(_, titles)| titles.iter().copied()).collect();
        for (at, title) in all.iter().enumerate() {
            assert_eq!(fold(title), **title);
            assert!(!all[..at].contains(title), "{title} stands twice");
        }
    }
}
