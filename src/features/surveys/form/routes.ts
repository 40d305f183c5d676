import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/kit/problem.ts';
import { readAnswers, typedIn } from '../../../domain/surveys/answers.ts';
import type { Deps } from '../../../server/deps.ts';
import { createLimit } from '../../../server/http/limits.ts';
import { sendDocument } from '../../../server/public/documents.ts';
import { ANSWERED_HERE, CLOSED, DECLINED, OBJECTED, type Sent, surveyForm, THANKS } from '../page/queries.ts';
import { answerByLink, answerInRoom, declineSurvey, objectToSurveys } from './commands.ts';
import { findOpenSurvey, type OpenSurvey } from './queries.ts';

/** Requests a minute for one address: a full lecture hall at once. By code, as all of a room share an address. */
const PER_MINUTE = 1500;
/** Sixty texts of 2 000 signs, each of which a form may send as six. */
const MOST_BYTES = 1024 * 1024;
/** A mark of a device lasts longer than any wave. */
const MARK_SECONDS = 200 * 24 * 3600;

const codeOf = ({ params }: FastifyRequest) => String((params as { code: string }).code);
const sentIn = ({ body }: FastifyRequest): Sent =>
  typeof body === 'object' && body !== null ? (body as Sent) : {};

/** The mark that a device has answered in a room: it holds nothing but that. */
const markOf = ({ waveId }: OpenSurvey) => `respondida-${waveId.slice(-12)}`;
const isMarked = ({ headers }: FastifyRequest, survey: OpenSurvey) =>
  survey.name === null &&
  (headers.cookie ?? '').split(';').some(pair => pair.trim() === `${markOf(survey)}=1`);

/** The form of a survey, below `/publico/encuesta`: of a personal link, or of the code that a room was shown. */
export function surveyDocuments(app: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  const count = createLimit(app, PER_MINUTE);
  const hidden = { schema: { hide: true } };
  const done = (reply: FastifyReply, what: string) =>
    // Loading the page anew sends nothing again.
    reply.header('cache-control', 'no-store').redirect(`/publico/encuesta/${what}`, 303);
  const markDevice = (reply: FastifyReply, survey: OpenSurvey) =>
    reply.header(
      'set-cookie',
      `${markOf(survey)}=1; Path=/publico/encuesta; Max-Age=${MARK_SECONDS}; HttpOnly; SameSite=Lax` +
        (env.publicUrl.startsWith('https:') ? '; Secure' : ''),
    );

  app.get('/encuesta/gracias', hidden, (_request, reply) => sendDocument(reply, deps, THANKS));
  app.get('/encuesta/sin-respuesta', hidden, ({ query }, reply) =>
    sendDocument(reply, deps, typedIn(query as Sent, 'correos') === 'no' ? OBJECTED : DECLINED),
  );
  app.get('/encuesta/:code', hidden, async (request, reply) => {
    await count(request, codeOf(request));
    const survey = await findOpenSurvey(db, codeOf(request));
    if (!survey) return sendDocument(reply, deps, CLOSED);
    return sendDocument(reply, deps, isMarked(request, survey) ? ANSWERED_HERE : surveyForm({ survey }));
  });
  app.post('/encuesta/:code', { ...hidden, bodyLimit: MOST_BYTES }, async (request, reply) => {
    const code = codeOf(request);
    await count(request, code);
    const survey = await findOpenSurvey(db, code);
    if (!survey) return sendDocument(reply, deps, CLOSED);
    if (isMarked(request, survey)) return sendDocument(reply, deps, ANSWERED_HERE);
    const sent = sentIn(request);
    const isLink = survey.name !== null;
    try {
      if (isLink && typedIn(sent, 'accion') === 'rechazar') {
        await declineSurvey(db, code);
        return done(reply, 'sin-respuesta');
      }
      if (isLink && typedIn(sent, 'accion') === 'no-escribir') {
        await objectToSurveys(db, code);
        return done(reply, 'sin-respuesta?correos=no');
      }
      const { data, errors, message } = readAnswers(survey.questions, sent);
      if (message !== null || Object.keys(errors).length > 0)
        return sendDocument(reply, deps, surveyForm({ survey, sent, errors, message }));
      await (isLink ? answerByLink : answerInRoom)(db, { code, data });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      return sendDocument(reply, deps, CLOSED);
    }
    return done(isLink ? reply : markDevice(reply, survey), 'gracias');
  });
}
