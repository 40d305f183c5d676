import { composeLetter, dueWords, greetingOf, type Letter, personalLink, textValue } from '../letters.ts';
import { MAIL_TEMPLATE_INFO, type MailText, type SurveyTemplate } from '../mail-texts.ts';

/** What a mail says of the survey that somebody is asked to answer. */
export interface SurveyFacts {
  readonly to: string;
  readonly title: string;
  /** Of whoever sends it; empty without. */
  readonly message: string;
  /** Its title; null where the office asks about no single one. */
  readonly project: string | null;
  /** Any moment of the last day. */
  readonly until: Date;
  readonly anonymous: boolean;
}

/** For people who may have no account, and so no notices to choose from. */
const FOOTER =
  'Recibes este correo porque la universidad quiere conocer tu opinión. Si prefieres no responder, abre el enlace y ' +
  'elige «No quiero responder»: no volveremos a escribirte por esta encuesta. Ahí también puedes pedir que no te ' +
  'enviemos más encuestas.';

const anonymousWords = (anonymous: boolean) =>
  anonymous
    ? 'Tus respuestas son anónimas: se guardan sin tu nombre, sin tu correo y sin la hora en que respondes.'
    : 'Tus respuestas se guardan con tu nombre.';

/** An invitation to a survey or a reminder of it, whose link is made when it leaves. */
export function surveyLetterOf(
  { to, title, message, project, until, anonymous }: SurveyFacts,
  template: SurveyTemplate,
  text: MailText = MAIL_TEMPLATE_INFO[template].original,
): Letter {
  return composeLetter(
    text,
    title,
    {
      ...greetingOf(to),
      encuesta: textValue(title),
      mensaje: textValue(message),
      proyecto: textValue(project),
      vence: textValue(dueWords(until)),
      anonima: textValue(anonymousWords(anonymous)),
      enlace: personalLink('Responder la encuesta'),
    },
    FOOTER,
  );
}
