import { SettingsPage as Page, type SettingsGroup } from './features/settings/ui/settings-page.tsx';
import { fillSlots, lazyPart } from './web/routing/lazy-page.ts';

const InstitutionForm = lazyPart(
  () => import('./features/settings/ui/institution/institution-form.tsx'),
  'InstitutionForm',
);
const GeneralForm = lazyPart(() => import('./features/settings/ui/general-form.tsx'), 'GeneralForm');
const Holidays = lazyPart(() => import('./features/settings/ui/holidays.tsx'), 'Holidays');
const PublicPagesForm = lazyPart(
  () => import('./features/public/ui/settings/public-pages-form.tsx'),
  'PublicPagesForm',
);
const MailTexts = lazyPart(() => import('./features/settings/ui/mail-texts.tsx'), 'MailTexts');
const RemindersForm = lazyPart(() => import('./features/settings/ui/reminders-form.tsx'), 'RemindersForm');
const PrivacyNoticeForm = lazyPart(
  () => import('./features/privacy-notices/ui/privacy-notice-form.tsx'),
  'PrivacyNoticeForm',
);
const RetentionForm = lazyPart(() => import('./features/privacy/ui/retention-form.tsx'), 'RetentionForm');
const QuotasForm = lazyPart(() => import('./features/settings/ui/quotas-form.tsx'), 'QuotasForm');
const Installation = lazyPart<object, 'Installation'>(
  () => import('./features/setup/ui/installation.tsx'),
  'Installation',
);
/** Of all settings: one alone would be named. */
const SettingHistory = lazyPart<object, 'SettingHistory'>(
  () => import('./features/settings/ui/history.tsx'),
  'SettingHistory',
);

/** In the order shown; the first part is shown unasked. `slug` is what the address calls it. */
const GROUPS: readonly SettingsGroup[] = [
  {
    title: 'Universidad',
    parts: [
      { slug: 'institution', title: 'Institución', Panel: InstitutionForm },
      { slug: 'general', title: 'General', Panel: GeneralForm },
      { slug: 'holidays', title: 'Feriados', Panel: Holidays },
      { slug: 'public-pages', title: 'Páginas públicas', Panel: PublicPagesForm },
    ],
  },
  {
    title: 'Correo',
    parts: [
      { slug: 'mail-texts', title: 'Textos de correos', Panel: MailTexts },
      { slug: 'reminders', title: 'Recordatorios', Panel: RemindersForm },
    ],
  },
  {
    title: 'Datos',
    parts: [
      { slug: 'privacy-notice', title: 'Aviso de privacidad', Panel: PrivacyNoticeForm },
      { slug: 'retention', title: 'Cuánto se guarda', Panel: RetentionForm },
      { slug: 'quotas', title: 'Límites por persona', Panel: QuotasForm },
    ],
  },
  {
    title: 'Sistema',
    parts: [
      { slug: 'installation', title: 'Instalación', Panel: Installation },
      { slug: 'history', title: 'Historial', Panel: SettingHistory },
    ],
  },
];

/** The settings with the parts that rooms hand them; in a file of its own, as it is fetched when first opened. */
export const SettingsPage = fillSlots(Page, { groups: GROUPS });
