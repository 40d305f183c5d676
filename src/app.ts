import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError, notFound } from './domain/kit/problem.ts';
import { accessTokenRoutes } from './features/access-tokens/routes.ts';
import { accreditationRoutes } from './features/accreditation/routes.ts';
import { admissibilityEffects } from './features/admissibility/effects.ts';
import { admissibilityRoutes } from './features/admissibility/routes.ts';
import { agreementJobs } from './features/agreements/jobs.ts';
import { agreementRoutes } from './features/agreements/routes.ts';
import { annualReportRoutes } from './features/annual-reports/routes.ts';
import { fileJobs } from './features/attachments/jobs.ts';
import { fileRoutes } from './features/attachments/routes.ts';
import { attendanceJobs } from './features/attendance/jobs.ts';
import { roomFormDocuments } from './features/attendance/room-form/routes.ts';
import { attendanceRoutes } from './features/attendance/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { awardEffects } from './features/awards/effects.ts';
import { awardRoutes } from './features/awards/routes.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { callJobs } from './features/calls/jobs.ts';
import { openCallCounts } from './features/calls/queries.ts';
import { callRoutes } from './features/calls/routes.ts';
import { careerRoutes } from './features/careers/routes.ts';
import { caseFileRoutes } from './features/case-files/routes.ts';
import { certificateDocuments } from './features/certificates/check/routes.ts';
import { certificateEffects } from './features/certificates/effects.ts';
import { certificateJobs } from './features/certificates/jobs.ts';
import { certificateRoutes } from './features/certificates/routes.ts';
import { changeEffects } from './features/change-requests/effects.ts';
import { changeRoutes } from './features/change-requests/routes.ts';
import { changeStatusRoutes } from './features/change-status/routes.ts';
import { offeringRoutes } from './features/courses/offerings/routes.ts';
import { courseRoutes } from './features/courses/routes.ts';
import { dashboardRoutes } from './features/dashboards/routes.ts';
import { requestJobs } from './features/data-requests/jobs.ts';
import { dataRequestRoutes } from './features/data-requests/routes.ts';
import { deputationRoutes } from './features/deputations/routes.ts';
import { dossierRoutes } from './features/dossiers/routes.ts';
import { downloadJobs } from './features/downloads/jobs.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { consensusJobs } from './features/evaluation/consensus/jobs.ts';
import { reviewEffects } from './features/evaluation/effects.ts';
import { invitationJobs } from './features/evaluation/invitations/jobs.ts';
import { evaluationRoutes } from './features/evaluation/routes.ts';
import { executionEffects } from './features/execution/effects.ts';
import { executionRoutes } from './features/execution/routes.ts';
import { expenseRuleRoutes } from './features/expense-rules/routes.ts';
import { expenseRoutes } from './features/expenses/routes.ts';
import { facultyRoutes } from './features/faculties/routes.ts';
import { sectionRoutes } from './features/ficha/routes.ts';
import { holdingRoutes } from './features/holdings/routes.ts';
import { homeRoutes } from './features/home/routes.ts';
import { importJobs } from './features/imports/jobs.ts';
import { importRoutes } from './features/imports/routes.ts';
import { indicatorEffects } from './features/indicators/effects.ts';
import { indicatorRoutes } from './features/indicators/routes.ts';
import { institutionalRoutes } from './features/institutional-indicators/routes.ts';
import { instrumentRoutes } from './features/instruments/routes.ts';
import { kindRoutes } from './features/kinds/routes.ts';
import { mailJobs } from './features/mail/jobs.ts';
import { mailRoutes } from './features/mail/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { observationRoutes } from './features/observations/routes.ts';
import { optionRoutes } from './features/options/routes.ts';
import { organisationRoutes } from './features/organisations/routes.ts';
import { pairJobs } from './features/partners/merging/jobs.ts';
import { mergingRoutes } from './features/partners/merging/routes.ts';
import { partnerRoutes } from './features/partners/routes.ts';
import { paymentEffects } from './features/payments/effects.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { retentionJobs } from './features/privacy/retention/jobs.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { privacyDocuments } from './features/privacy-notices/document/routes.ts';
import { privacyNoticeRoutes } from './features/privacy-notices/routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { publicDocuments } from './features/public/documents/routes.ts';
import { publicRoutes } from './features/public/routes.ts';
import { robotsFile } from './features/public/site/routes.ts';
import { reassignRoutes } from './features/reassign/routes.ts';
import { receiptEffects } from './features/receipts/effects.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { registerRoutes } from './features/registers/routes.ts';
import { reportDecisionRoutes } from './features/reports/decisions/routes.ts';
import { reportDocumentRoutes } from './features/reports/document/routes.ts';
import { reportEffects } from './features/reports/effects.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { deskRoutes } from './features/review-desk/routes.ts';
import { savedViewRoutes } from './features/saved-views/routes.ts';
import { schoolRoutes } from './features/schools/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { mailTextRoutes } from './features/settings/mail-texts/routes.ts';
import { quotaRoutes } from './features/settings/quotas/routes.ts';
import { reminderRoutes } from './features/settings/reminders/routes.ts';
import { settingRoutes } from './features/settings/routes.ts';
import { setupRoutes } from './features/setup/routes.ts';
import { statementDocumentRoutes } from './features/statements/document/routes.ts';
import { statementEffects } from './features/statements/effects.ts';
import { statementRoutes } from './features/statements/routes.ts';
import { surveyJobs } from './features/surveys/counting/jobs.ts';
import { surveyDocuments } from './features/surveys/form/routes.ts';
import { resultRoutes } from './features/surveys/results/routes.ts';
import { surveyRoutes } from './features/surveys/routes.ts';
import { systemRoutes } from './features/system/routes.ts';
import { themeRoutes } from './features/themes/routes.ts';
import { traceRoutes } from './features/traces/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import type { Effects, WorkflowDeps } from './features/workflow/effects.ts';
import { workflowRoutes } from './features/workflow/routes.ts';
import { turnJobs } from './features/workflow/transitions/jobs.ts';
import { MAKERS } from './makers.ts';
import type { Deps } from './server/deps.ts';
import { registerBrowser } from './server/http/browser.ts';
import { registerDocs } from './server/http/docs.ts';
import { registerErrors, sendProblem } from './server/http/errors.ts';
import { registerJson } from './server/http/json.ts';
import { registerCounting, registerLimits } from './server/http/limits.ts';
import { registerOrigin } from './server/http/origin.ts';
import type { Job } from './server/jobs.ts';
import { registerDocuments, sendUnknown } from './server/public/documents.ts';
import { registerSessions } from './server/sign-in/session.ts';
import { createVerifier, sourcesOf, tenantsOf, type Verifier } from './server/sign-in/verify.ts';

/** What follows elsewhere from a step of the workflow, in the order in which it holds rows: calls before people. */
export const EFFECTS: readonly Effects[] = [
  awardEffects,
  receiptEffects,
  admissibilityEffects,
  reviewEffects,
  changeEffects,
  executionEffects,
  indicatorEffects,
  paymentEffects,
  statementEffects,
  reportEffects,
  certificateEffects,
];

/** Where documents stand that are for anybody. */
const PUBLIC = '/publico';

/** The whole server: kit first, then every feature's routes under `/api`. */
export async function buildApp(given: Deps): Promise<FastifyInstance> {
  const deps = { ...given, effects: EFFECTS };
  const { env } = deps;
  const app = Fastify({
    logger:
      env.logLevel === 'silent' ? false : { level: env.logLevel, serializers: { req: describeRequest } },
    genReqId: () => crypto.randomUUID().slice(0, 8),
    trustProxy: env.trustProxy,
    bodyLimit: 1024 * 1024,
    // A request in flight when the server stops is answered; new ones are refused by the closed socket.
    return503OnClosing: false,
    frameworkErrors: (_error, { url }, reply) =>
      void (url.startsWith(PUBLIC) ? sendUnknown(reply, deps) : sendProblem(reply, notFound())),
    routerOptions: { maxParamLength: 200 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrors(app);
  registerJson(app);
  await registerProtection(app);
  // Loaded only for the demonstration: it is the heaviest part of the server.
  const demo = env.demo
    ? await (await import('./demo/sign-in/mount.ts')).registerDemo(app, deps.db, env)
    : undefined;
  const verifier = createVerifier(sourcesOf(env, demo), tenantsOf(env));
  await app.register(async api => registerApi(api, deps, verifier), { prefix: apiPrefix(env) });
  await app.register(async documents => registerPublic(documents, deps), { prefix: PUBLIC });
  await app.register(async pages => registerPages(pages, deps));
  return app;
}

/** Whatever looks like a secret code, also where a mail program has spoiled the address around it. */
const CODES = /[0-9a-z]{26,}/gi;

/**
 * A request in the log, without what opens something: its query, which may name a person as well, and the secret of a
 * calendar, of a survey's link or of a certificate.
 */
const describeRequest = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url
    .replace(/\?.*/s, '')
    .replace(/(\/calendar\/|\/publico\/(?:encuesta|certificado)\/).+/, '$1…')
    .replaceAll(CODES, '…'),
  host,
  remoteAddress: ip,
});

/** Everything the server does in the background; `url` is that of its database. */
export const jobsOf = (deps: Deps, url: string): Job[] => [
  ...mailJobs(deps),
  ...fileJobs(deps),
  ...turnJobs({ ...deps, effects: EFFECTS }),
  ...retentionJobs(deps),
  ...requestJobs(deps),
  ...attendanceJobs(deps),
  ...callJobs(deps),
  ...invitationJobs(deps),
  ...consensusJobs({ ...deps, effects: EFFECTS }),
  ...importJobs(deps),
  ...agreementJobs(deps),
  ...pairJobs(deps),
  ...surveyJobs(deps),
  ...certificateJobs(deps),
  ...downloadJobs(deps, url, new URL('./prepare.ts', import.meta.url)),
];

/**
 * Documents for who is not signed in, of the server itself: the browser's router knows none of them. From which address
 * they were asked for is not noted: it would tell of people who only came to an activity.
 */
async function registerPublic(app: FastifyInstance, deps: Deps): Promise<void> {
  await registerCounting(app, deps.env.rateLimit);
  registerDocuments(app, deps);
  roomFormDocuments(app, deps);
  surveyDocuments(app, deps);
  certificateDocuments(app, deps);
  privacyDocuments(app, deps);
  publicDocuments(app, deps);
}

/** Where the API is mounted: the path of its base address. */
const apiPrefix = ({ apiBase }: Deps['env']) =>
  apiBase.startsWith('/') ? apiBase : new URL(apiBase).pathname.replace(/\/$/, '');

/** Pages carry a policy of what they may load; answers of the API, made a thousand times as often, a short fixed one. */
async function registerPages(pages: FastifyInstance, deps: Deps): Promise<void> {
  const { env } = deps;
  await pages.register(helmet, {
    contentSecurityPolicy: { directives: contentSecurityPolicy(env) },
    // Sign-in popups must keep their opener; see the notes in docs/decisions.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: env.publicUrl.startsWith('https:') ? TRANSPORT : false,
    xFrameOptions: { action: 'sameorigin' },
  });
  robotsFile(pages, env);
  await registerBrowser(pages, deps);
}
const TRANSPORT = { maxAge: 31_536_000 };

const apiHeaders = ({ publicUrl }: Deps['env']) => ({
  // What a person has read is theirs: no browser keeps it for whoever sits there next.
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=${TRANSPORT.maxAge}; includeSubDomains`,
  }),
});

async function registerProtection(app: FastifyInstance): Promise<void> {
  await app.register(compress, { threshold: 2048 });
  // Rather a clear refusal now than an answer after the browser has given up.
  await app.register(underPressure, {
    maxEventLoopDelay: 3000,
    retryAfter: 5,
    pressureHandler: () => {
      throw new AppError('unavailable');
    },
  });
}

function contentSecurityPolicy(env: Deps['env']): Record<string, string[] | null> {
  const providers = [
    ...(env.microsoft ? ['https://login.microsoftonline.com'] : []),
    ...(env.google ? ['https://accounts.google.com/gsi/'] : []),
  ];
  const google = env.google ? ['https://accounts.google.com/gsi/client'] : [];
  const api = env.apiBase.startsWith('http') ? [new URL(env.apiBase).origin] : [];
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...google],
    // Mantine and Quill set inline styles; scripts stay strict.
    styleSrc: ["'self'", "'unsafe-inline'", ...(env.google ? ['https://accounts.google.com/gsi/style'] : [])],
    imgSrc: ["'self'", 'data:', 'blob:', ...api],
    mediaSrc: ["'self'", ...api],
    connectSrc: ["'self'", ...providers, ...api],
    frameSrc: ["'self'", ...providers, ...api],
    frameAncestors: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: env.publicUrl.startsWith('https:') ? [] : null,
  };
}

async function registerApi(api: FastifyInstance, deps: WorkflowDeps, verifier: Verifier): Promise<void> {
  const headers = apiHeaders(deps.env);
  api.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = new Date();
    reply.headers(headers);
    done();
  });
  await api.register(cors, {
    origin: deps.env.corsOrigins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Name and size of a download; a page from another origin sees no header that is not named.
    exposedHeaders: ['Content-Disposition', 'X-Files', 'X-Size-Estimate'],
    maxAge: 86_400,
  });
  await registerLimits(api, deps.env.rateLimit);
  await registerDocs(api);
  registerSessions(api, deps.sessions, deps.accessTokens);
  registerOrigin(api);
  registerFeatures(api, deps, verifier);
  // Without it the browser part would answer unknown API addresses with a page.
  api.all('/*', { schema: { hide: true } }, async () => {
    throw notFound();
  });
}

function registerFeatures(api: FastifyInstance, deps: WorkflowDeps, verifier: Verifier): void {
  authRoutes(api, deps, verifier);
  systemRoutes(api, deps);
  auditRoutes(api, deps);
  settingRoutes(api, deps);
  mailTextRoutes(api, deps);
  reminderRoutes(api, deps);
  quotaRoutes(api, deps);
  setupRoutes(api, deps);
  homeRoutes(api, deps);
  callRoutes(api, deps);
  kindRoutes(api, deps, openCallCounts);
  projectRoutes(api, deps);
  sectionRoutes(api, deps);
  workflowRoutes(api, deps);
  observationRoutes(api, deps);
  fileRoutes(api, deps);
  attendanceRoutes(api, deps);
  executionRoutes(api, deps);
  indicatorRoutes(api, deps);
  expenseRoutes(api, deps);
  paymentRoutes(api, deps);
  statementRoutes(api, deps);
  reportRoutes(api, deps);
  reportDecisionRoutes(api, deps);
  reportDocumentRoutes(api, deps);
  accessTokenRoutes(api, deps);
  calendarRoutes(api, deps);
  privacyNoticeRoutes(api, deps);
  changeRoutes(api, deps);
  receiptRoutes(api, deps);
  statementDocumentRoutes(api, deps);
  admissibilityRoutes(api, deps);
  evaluationRoutes(api, deps);
  deskRoutes(api, deps);
  awardRoutes(api, deps);
  changeStatusRoutes(api, deps);
  reassignRoutes(api, deps);
  registerCatalogues(api, deps);
  holdingRoutes(api, deps);
  userRoutes(api, deps);
  privacyRoutes(api, deps);
  traceRoutes(api, deps);
  searchRoutes(api, deps);
  dataRequestRoutes(api, deps);
  dashboardRoutes(api, deps);
  downloadRoutes(api, deps, MAKERS);
  accreditationRoutes(api, deps);
  annualReportRoutes(api, deps);
  caseFileRoutes(api, deps);
  dossierRoutes(api, deps);
  registerRoutes(api, deps);
  deputationRoutes(api, deps);
  importRoutes(api, deps);
  notificationRoutes(api, deps);
  mailRoutes(api, deps);
}

/** Directories, and what projects lead to besides their own course: partners, surveys, certificates. */
function registerCatalogues(api: FastifyInstance, deps: WorkflowDeps): void {
  optionRoutes(api, deps);
  organisationRoutes(api, deps);
  partnerRoutes(api, deps);
  agreementRoutes(api, deps);
  mergingRoutes(api, deps);
  instrumentRoutes(api, deps);
  surveyRoutes(api, deps);
  resultRoutes(api, deps);
  certificateRoutes(api, deps);
  publicRoutes(api, deps);
  facultyRoutes(api, deps);
  themeRoutes(api, deps);
  institutionalRoutes(api, deps);
  expenseRuleRoutes(api, deps);
  savedViewRoutes(api, deps);
  schoolRoutes(api, deps);
  careerRoutes(api, deps);
  courseRoutes(api, deps);
  offeringRoutes(api, deps);
}
