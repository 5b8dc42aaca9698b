//! Words that differ in Brazilian Portuguese in the formal address, which avoids “você”: “seu” suits both “o senhor”
//! and “a senhora”, so the respondent's gender need not be known.

use std::cmp::Ordering;

use domain::QuizKind;

use super::{pt_br, texts::Texts};

pub(super) static TEXTS: Texts = Texts {
    greeting: |name| format!("Boas-vindas, {name}."),
    start_identity: |kind| match kind {
        QuizKind::Open => "Não pediremos seu nome nem seu e-mail.",
        QuizKind::InApp => "Suas respostas não são anônimas: o aplicativo de origem pode associá-las à sua pessoa.",
        QuizKind::Invited => "Suas respostas não são anônimas: elas ficam associadas ao seu convite.",
    },
    start_saved: "Suas respostas são salvas à medida que são dadas. É possível alterá-las até o fim.",
    start_stands: "Suas respostas são salvas à medida que são dadas. Depois que se sabe se uma está certa, ela não muda mais.",
    start_return: |kind| match kind {
        QuizKind::Open => "Haverá um link só seu. Guarde-o se quiser parar e voltar depois.",
        QuizKind::InApp => "É possível parar a qualquer momento. Para voltar, abra o questionário no mesmo aplicativo.",
        QuizKind::Invited => "É possível parar a qualquer momento. Para voltar, abra o mesmo link.",
    },
    start_unsigned: "Suas respostas são salvas sem seu nome, exceto se ele for escrito nelas.",
    start_erase: "É possível apagar suas respostas a qualquer momento.",
    erase_ask: |kind| match kind {
        QuizKind::Open => "Para que suas respostas sejam apagadas, peça aos responsáveis por este questionário.",
        QuizKind::InApp => "Para que suas respostas sejam apagadas, peça aos responsáveis por este aplicativo.",
        QuizKind::Invited => "Para que suas respostas sejam apagadas, peça a quem fez o convite.",
    },
    resume_text: "Este questionário já foi começado. Começar de novo é começar do zero.",
    resume: "Continuar de onde parou",
    resume_done: "Este questionário já foi concluído. Começar de novo é começar do zero.",
    not_you: "É outra pessoa? Começar de novo",

    optional: "É possível pular esta pergunta.",
    optional_score: "É possível pular esta pergunta, mas sem ela não há pontuação geral.",
    optional_area: "É possível pular esta pergunta, mas sem ela uma área fica sem pontuação.",
    optional_some: |count| {
        format!("É possível pular esta pergunta. Com mais de {count} sem resposta, não há pontuação.")
    },
    tell_more: "Mais detalhes, se quiser informar",
    error_ambiguous: |large, small| format!("O número é {large} ou {small}? Digite um dos dois"),
    review_text: "Ainda é possível alterá-las. Depois do envio, não será mais.",
    review_dropped: "Algumas respostas dadas antes não serão enviadas: depois das suas mudanças, essas perguntas não se aplicam mais.",

    not_saved: "Talvez não haja conexão. Sua resposta fica guardada nesta página; é possível continuar.",
    result_waits: "Talvez não haja conexão. Seu resultado aparecerá quando ela voltar.",
    answers_wait: "Talvez não haja conexão. Suas respostas serão enviadas quando ela voltar.",

    band_title: ["O dinheiro está apertado no momento", "A situação está sob controle", "A situação é firme"],
    band_text: [
        "Não é preciso resolver tudo de uma vez. Comece com um passo.",
        "Algumas coisas vão bem e outras são mais difíceis. Os próximos passos mostram onde uma pequena mudança ajuda mais.",
        "Quase tudo vai bem. Aqui está o que pode ser reforçado e o que vale a pena manter.",
    ],
    perfect_text: "Tudo o que foi informado vai bem. Isso pede cuidado, dia após dia, e o mérito é seu.",
    number_note: "Este número descreve uma situação, não uma pessoa.",
    cards_title: "O que isso quer dizer no seu caso",
    no_score_text: "Ficou sem resposta uma pergunta necessária para a pontuação, o que não é um problema. Tudo o que foi respondido conta abaixo.",
    no_score_otherwise: "Suas respostas não dão uma pontuação geral, o que não é um problema. Nem todo caminho por estas perguntas leva a uma.",
    all_skipped: "Todas as perguntas foram puladas, por isso não há resultado.",
    changed_score: |day, before, now| match now.cmp(&before) {
        Ordering::Less => format!(
            "Em {day} sua pontuação era {before}. Agora é {now}. Há fases difíceis, e um único passo já ajuda a retomar o caminho."
        ),
        Ordering::Equal => format!("Sua pontuação é a mesma de {day}: {now}."),
        Ordering::Greater => format!("Em {day} sua pontuação era {before}. Agora é {now}."),
    },
    ticks_note: "Marque o que já foi feito. Só este aparelho se lembra.",
    because: |answer| format!("Sua resposta: {answer}"),
    distress: "Se tudo isso pesa demais, procure ajuda hoje. Ninguém precisa enfrentar isso sem apoio.",
    distress_unnamed: "Se tudo isso pesa demais, fale hoje com alguém de confiança. Em caso de perigo, ligue para o número de emergência do seu país.",
    focus_title: "Quando quiser ir além",
    strengths_lead: "É uma base com que se pode contar.",
    thanks_text: "Suas respostas foram enviadas. É possível ler todas de novo abaixo.",
    pass_on_mail: |link| format!("Respondi a este questionário. Aqui está, para quem quiser experimentar:\n{link}"),
    erase_text: "Suas respostas e seu resultado serão apagados aqui para sempre, também os anteriores. Não é possível desfazer.",

    retake_from: |day| format!("É possível responder a este questionário de novo a partir de {day}."),
    retake_text: "É possível responder a este questionário de novo. Este resultado será mantido.",
    retake_under_way: "Este questionário está sendo respondido de novo. Seu resultado anterior está guardado.",

    not_found_text: "Talvez o endereço esteja errado ou desatualizado. Confira o link recebido.",
    closed_text: "Ele não recebe mais respostas. Se o questionário já foi concluído, seu link continua mostrando seu resultado.",
    closed_text_inapp: "Ele não recebe mais respostas. Se o questionário já foi concluído, abra-o aqui como antes para ver seu resultado.",
    closed_midway: "Ele fechou antes da conclusão. Suas respostas não foram enviadas.",
    full_text: "Acabou o espaço para novas respostas. Se o questionário já foi começado, seu link continua funcionando. Se não, avise quem enviou este link ou tente mais tarde.",
    busy_title: "Há muitos acessos no momento",
    busy_text: "Nada do que foi salvo se perdeu. Espere um minuto e recarregue esta página.",
    forbidden_text: "Confira o link recebido.",
    broken_text: "A culpa não é sua, e nada do que foi salvo se perdeu. Tente de novo em um minuto.",
    ..pt_br::TEXTS
};
