import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
// Two documents: `/msal` must run neither router nor guard.
const documents = ['./index.html', './msal.html'].map(file);
/** What a document of the server asks for by this name, below no folder and without a hash: it knows no build. */
const SCRIPT = { name: 'compare-file', source: '/src/web/public/compare-file.ts' };
const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

/** Compresses once what the server would otherwise compress for every visitor; it serves the twin when there is one. */
function compressed(): Plugin {
  let folder = '';
  const compress = async (name: string) => {
    const content = await readFile(name);
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params: quality }));
    await writeFile(`${name}.gz`, await promisify(gzip)(content));
  };
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: config => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true });
      const texts = names.filter(name => /\.(js|css|svg)$/.test(name));
      await Promise.all(texts.map(name => compress(path.join(folder, name))));
    },
  };
}

/**
 * What of the schema library no screen asks for, 6 kB on each: writing schemas as JSON schemas, which the server's API
 * description does, and English messages, as every rule has a Spanish one.
 */
const slimSchemas = (): Plugin[] => [
  {
    name: 'without-json-schemas',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/core\/to-json-schema\.js$/ },
      handler: async id => {
        const names = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm);
        return [...names].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
      },
    },
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: code => code.replace(/processors\.\w+Processor\(/g, 'void ('),
    },
  },
  {
    name: 'without-english',
    apply: 'build',
    load: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: () => 'export default () => ({});',
    },
  },
];

/** The same name where nothing is built. */
const namedScript = (): Plugin => ({
  name: 'named-script',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url === `/${SCRIPT.name}.js`) request.url = SCRIPT.source;
      next();
    });
  },
});

/** Matches modules by parts of their paths, written with `/`. */
const modules = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));

/** Those of a section that nearly every one has. */
const FIELDS = 'ui/fields/(controls|(catalogue|picker)-field)';

const PROJECTS = 'admissibility|calls|change-requests|evaluation|kinds|project-record|projects|review-desk';

/**
 * What screens share, in few pieces: a request costs more than the few kB that not every one of them needs. Each takes
 * its static imports along, but for what one before it has taken.
 */
const PIECES = [
  // `/msal` takes only this one.
  {
    name: 'common',
    test: modules(
      String.raw`src/web/(config|log|session-keys|routing/p(ages|aths))\.ts$`,
      String.raw`src/web/(theme/base|layout/first-paint)\.css$`,
    ),
  },
  // What every address asks for at once.
  { name: 'begin', test: modules(String.raw`src/begin\.tsx$`, 'vite/preload-helper') },
  // The login page and what runs every page.
  { name: 'start', test: modules(String.raw`src/(main|features/auth/ui/login-page)\.tsx$`) },
  // What nearly every screen behind the sign-in shows.
  {
    name: 'layout',
    test: modules(
      'src/web/layout/default-layout',
      'src/features/(notifications/ui/bell|search/ui/lazy-search-box|saved-views/ui/lazy-views-menu)',
      'src/web/ui/(action-button|dialogs/confirm-dialog|page-header|format|cut|status/)',
      '@mantine/core/esm/components/(Paper|ScrollArea)/|@mantine/hooks/(?!.*/use-(clipboard|collapse|mutation-observer|pagination|shallow-effect|timeout)/)',
      String.raw`src/web/((dates|use-saving|form/typed-search)\.ts|((form|table(?!/paste))/.*|layout/(key-)?figures\.module|ui/work-lines\.module)\.css)$`,
      String.raw`src/features/projects/ui/list/.*\.css$`,
      'src/domain/(kinds/statuses|workflow/transitions)',
    ),
  },
  { name: 'when-near', test: modules('src/web/routing/when-near') },
  // What opens over a page: most visits to one open nothing.
  {
    name: 'dialog',
    test: modules('@mantine/core/esm/components/(Drawer|Modal|ModalBase)/'),
  },
  // The words of every act, which only the audit and the changes of one row tell.
  {
    name: 'audit',
    test: modules('src/domain/(audit/|workflow/past-words)', 'src/features/audit/contract'),
  },
  // What directories are made of, which projects do without.
  {
    name: 'directories',
    test: modules(String.raw`src/(domain/catalogues/catalogue|features/users/contract)\.ts$`),
    minShareCount: 3,
  },
  // What is typed and ticked, on nearly every screen; the others are hundreds of bytes each.
  {
    name: 'small',
    test: modules(
      '@mantine/core/esm/components/(ActionIcon|Checkbox|NativeSelect|Switch|TextInput)/',
      'src/web/(form/(field-frame|typed-number|autosave/save-status)|layout/key-figures|ui/characters-left)',
      // But for what lists alone show beside their search.
      String.raw`@tabler/icons-react/(?!.*/Icon(AdjustmentsHorizontal|Columns3|FilterOff|LayoutList)\.)`,
      'src/domain/(?!acc(ess|reditation)|annual-reports|ca(lls|se-files)|certificates|catalogues/(agreements|deputies|merging|organisations)|downloads|drawings|execution|figures|files/(?!file-states)|kinds|kit/permissions|notices/(letters|mail|result)|packs|privacy/(?!rights)|registers|reports/(?!names)|sections|settings/score|spending|surveys|text/(clean-html|file-types|names|spelling)|workflow)',
      String.raw`src/features/(?!accreditation|agreements|attachments|attendance|awards|certificates|dashboards|data-requests|deputations|downloads|execution|expense-rules|expenses|indicators|institutional-indicators|instruments|organisations|partners|payments|privacy/|reports|saved-views|settings|statements|surveys|traces|${PROJECTS})[\w-]+/(.*/)?contract`,
      'src/features/(imports/ui/import-link|(data-requests|indicators|payments|reports|statements)/waiting/contract|project-record/contract)',
    ),
    minShareCount: 3,
  },
  // What projects are made of, which lists of other things do without.
  {
    name: 'kinds',
    test: modules(
      'src/domain/(access|kinds/(?!charts|print|revision)|sections/(?!indicator-)|workflow/(?!reassignment))',
      'src/features/(awards/appeals|kinds|project-record/.*|projects)/contract',
      'src/features/(kinds/ui/kind-icon|projects/ui/new-project-menu)',
    ),
    minShareCount: 2,
  },
  // What reviews are made of, and the home page tells of them.
  {
    name: 'reviews',
    test: modules(
      'src/domain/calls/(assigning|review-states|scoring)',
      `src/features/(?!calls)(${PROJECTS})/(.*/)?contract`,
    ),
    minShareCount: 3,
  },
  // What calls are made of, and lists of projects filter by.
  {
    name: 'calls',
    test: modules('src/domain/(calls|kinds/revision)', 'src/features/calls/(.*/)?contract'),
    minShareCount: 3,
  },
  // Every drawing needs these.
  {
    name: 'drawing',
    test: modules(
      'src/web/drawing/(?!drawing-files|table-view)',
      'src/domain/drawings/(bar-rows|flow|mark|months|sheet)',
    ),
  },
  // What the first screen asks of the dashboards.
  {
    name: 'figures',
    test: modules(
      String.raw`src/domain/(figures/(figures|scopes|score|totals)|settings/score-formula)\.ts$`,
      'src/features/dashboards/contract',
    ),
  },
  // Numbers bring 9 kB of their own.
  {
    name: 'form',
    test: modules(
      'src/web/form/(?!texts|choices|dates|number-field|form-drawer|dialog-focus|decision-modal|reasoned-decision|autosave/saved-form)',
    ),
    minShareCount: 9,
  },
  // Choosing of a list weighs more than a whole form; many pages of a project ask for no choice.
  {
    name: 'choices',
    test: modules('@mantine/core/esm/components/(Combobox|Select)/', 'form/choices/option-line'),
  },
  // Most forms have one, those of reports none.
  { name: 'select-field', test: modules('src/web/form/choices/select-field') },
  // What narrows a list, or the dashboards, which show none; some sections choose several, too.
  {
    name: 'filters',
    test: modules(
      '@mantine/core/esm/components/MultiSelect/',
      String.raw`src/web/table/(filters|list-state|toolbar/filter-row|two-lines)\.`,
    ),
  },
  // But for what it shows only when asked, and what others have, too.
  {
    name: 'list',
    test: modules(
      'src/web/table/(?!day-filter|download-menu|lazy/|paging/|paste/)',
      'src/features/options/ui/option-filter',
      // Columns of catalogues, which other lists have, too.
      'src/web/catalogue/state',
    ),
  },
  // Of lists of projects, and of the dashboards.
  { name: 'filter-parts', test: modules('src/features/projects/ui/list/filter-parts') },
  // Before those that are shown when asked for, which would take along what they share with these.
  {
    name: 'projects',
    test: modules('src/features/projects/ui/list/(?!filter-chips|subject-filters)'),
  },
  {
    name: 'further-filters',
    test: modules('src/features/(calls/ui/call-filter|projects/ui/list/(filter-chips|subject-filters))'),
  },
  // The page of a project, whichever of its sections.
  {
    name: 'project',
    test: modules(
      `src/features/(ficha|section-screens|project-record)/(?!${FIELDS}|ui/fields/(edit-entries|point-field|read-table|use-comunas)|ui/sections/chart-place|contract|ui/use-entry-write|ui/sections/plan-chart-below)`,
      'src/features/projects/ui/actions/action-context',
      String.raw`src/features/observations/ui/(slots|observing/observing)\.tsx$`,
    ),
    minShareCount: 2,
  },
  { name: 'chart-place', test: modules('ui/sections/chart-place') },
  // Writing that saves itself: of a section, of a report.
  {
    name: 'autosave',
    test: modules(String.raw`src/web/form/(autosave/(use-)?autosave\.|texts/long-text-field)`),
  },
  // What whoever writes a section has from its first moment; who only reads it needs none of these.
  {
    name: 'section-editor',
    test: modules(
      `section-screens/${FIELDS}`,
      'src/features/ficha/(contract|ui/editor/(section-editor|unsaved-notice|use-save))',
    ),
  },
  // What not only catalogues have.
  {
    name: 'form-drawer',
    test: modules(
      'src/web/(form/form-drawer|catalogue/catalogue\\.ts)',
      '@mantine/core/esm/components/List/',
    ),
  },
  { name: 'catalogue', test: modules('src/web/(catalogue|bulk)/') },
  // What drawings are made from, on paper and on screen.
  {
    name: 'charts',
    test: modules(
      'src/domain/(drawings/reach|execution/people|kinds/charts/(?!plan)|sections/indicator-values)',
    ),
  },
  { name: 'plan', test: modules('src/domain/kinds/charts/plan') },
  // What reports are made of, which calls, kinds and their steps ask for, too.
  { name: 'report-parts', test: modules('src/domain/reports/(?!charts|names)') },
  // A report, whoever reads or writes it.
  {
    name: 'report',
    test: modules(
      'src/features/reports/ui/(facts/(?!.*figure|deliverable)|final-remarks|part|photo-picture|report-page|standing|use-reports|waiting)',
    ),
    minShareCount: 2,
  },
  // Whoever writes one has its values from the first moment.
  { name: 'writing', test: modules('src/features/reports/ui/writing/(report-values|writing)') },
].map((piece, place, all) => ({ ...piece, priority: all.length - place }));

export default defineConfig({
  plugins: [react(), compressed(), slimSchemas(), namedScript()],
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    // What a chunk needs comes beside it, the chunk itself by its import alone: asked for twice, a failure would be
    // mended in silence, where the application is to reload.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (chunk, needed) => needed.filter(name => name !== chunk),
    },
    rolldownOptions: {
      input: [...documents, file(`.${SCRIPT.source}`)],
      output: {
        entryFileNames: ({ name }) => (name === SCRIPT.name ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: PIECES },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/idp', '/publico'].map(path => [path, { target: server }]),
    ),
  },
});
