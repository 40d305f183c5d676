import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openFile, prepareAll } from '../../../test/downloads.ts';
import { done } from '../../../test/factories.ts';
import { fillUniversity, type Reader, type ReaderName } from '../../../test/figures/university.ts';
import { pdfPages } from '../../../test/pdf.ts';
import { openUniversity, server } from '../../../test/university.ts';
import { ANNUAL_TOPICS } from '../../domain/annual-reports/annual-report.ts';
import { cellText } from '../../domain/drawings/mark.ts';
import { figureOf } from '../../domain/figures/figures.ts';
import { figureTable, fillCounts } from '../../domain/figures/values.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { getDashboard } from '../dashboards/contract.ts';
import type { Download } from '../downloads/contract.ts';
import type { countAnnual } from './contract.ts';

openUniversity({ rateLimit: 0 });
let readers: Record<ReaderName, Reader>;
beforeAll(async () => {
  readers = await fillUniversity();
});

interface Asked {
  readonly query?: string;
  readonly format?: 'html' | 'pdf';
  readonly foreword?: string;
}
const askFor = ({ post }: Client, { query = 'year=2026', format = 'html', foreword = '' }: Asked = {}) =>
  post<Download & { detail?: string }>(`/annual-reports?${query}`, { id: randomUUID(), format, foreword });

async function read(client: Client, asked: Asked = {}): Promise<Response> {
  const { id } = done(await askFor(client, asked));
  await prepareAll();
  return openFile(client, id);
}

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const textOf = (source: string) =>
  source.replaceAll(/<[^>]*>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, sign => SIGNS[sign] ?? sign);

/** Tables of each section by its heading, as rows of texts without the head. */
function tablesOf(page: string): Map<string, string[][][]> {
  return new Map(
    page
      .split('<section')
      .slice(1)
      .map(section => {
        const heading = textOf(/<h2[^>]*>(.*?)<\/h2>/s.exec(section)?.[1] ?? '');
        const tables = [...section.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) =>
          [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
            [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
          ),
        );
        return [heading, tables];
      }),
  );
}

describe('an annual report', () => {
  it.each(['office', 'dean'] as const)('has the figures of the dashboards, for the %s', async name => {
    const { client } = readers[name];
    const answer = await read(client);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const tables = tablesOf(await answer.text());
    const status = AWARDED.map(each => `status=${each}`).join('&');
    let compared = 0;
    for (const topic of ANNUAL_TOPICS) {
      const filters = topic === 'calls' ? 'period=2026' : `period=2026&${status}`;
      const { figures } = done(
        await client.get<OutputOf<typeof getDashboard>>(`/dashboards/${topic}?${filters}`),
      );
      for (const { name: figure, ...data } of figures) {
        if (data.rows.length === 0) continue;
        const table = figureTable(figure, fillCounts(figure, data), null);
        // Of the day on which it is read, not of the year.
        const kept = table.rows.filter(row => !['En revisión', 'Vencidos'].includes(String(row[0])));
        const cells = kept.map(row => row.map((cell, n) => cellText(table, cell, n)));
        expect([figure, tables.get(figureOf(figure).title)]).toEqual([figure, [cells]]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(name === 'office' ? 20 : 10);
  });

  it('has each project of the year once, under its school', async () => {
    const { client } = readers.office;
    const page = await (await read(client)).text();
    const codes = [...tablesOf(page)]
      .filter(([heading]) => heading.startsWith('Proyectos · '))
      .flatMap(([, tables]) => tables.flat().map(([code = '']) => code));
    const { rows } = await sql<{ code: string }>`select code from projects p
      where period in ('2026-1', '2026-2') and status = any(${[...AWARDED]}) order by code`.execute(
      server.db,
    );
    expect(codes.toSorted()).toEqual(rows.map(r => r.code));
    const { projects } = done(await client.get<OutputOf<typeof countAnnual>>('/annual-reports?year=2026'));
    expect(projects).toBe(rows.length);
  });

  it('comes to the same people by project as the dashboards by faculty', async () => {
    const { client } = readers.office;
    const page = await (await read(client)).text();
    const told = page.split('<section').flatMap(section => {
      const [, faculty = ''] = /<h2[^>]*>Proyectos · (.*?)<\/h2>/s.exec(section) ?? [];
      const totals = [...section.matchAll(/<tfoot>.*?<td class="number">([\d.]*)<\/td><\/tr>/gs)];
      const sum = totals.reduce((all, [, total = '']) => all + Number(total.replaceAll('.', '')), 0);
      return sum > 0 ? [[textOf(faculty), sum]] : [];
    });
    const status = AWARDED.map(each => `status=${each}`).join('&');
    const { figures } = done(
      await client.get<OutputOf<typeof getDashboard>>(`/dashboards/people?period=2026&${status}`),
    );
    const name = 'people_by_faculty';
    const found = figures.find(each => each.name === name);
    const { rows } = figureTable(name, found ?? { measures: [], rows: [] }, null);
    const counted = rows.filter(row => Number(row[2]) > 0).map(row => [row[0], row[2]]);
    expect(told.length).toBeGreaterThan(0);
    expect(told.toSorted()).toEqual(counted.toSorted());
  });

  it('tells what those achieved whose final report was accepted, and not what went wrong', async () => {
    const { client } = readers.office;
    const { rows } = await sql<{ id: string; code: string }>`select id, code from projects
      where period = '2026-1' and status = 'running' and id not in (select project_id from reports where number is null)
      order by code limit 1`.execute(server.db);
    const [project] = rows;
    const texts = { results: 'Se plantó <b>todo</b>.', difficulties: 'Faltó agua.' };
    await sql`insert into reports (project_id, texts, author_id, updated_by)
      select id, ${JSON.stringify(texts)}::jsonb, lead_id, lead_id from projects where id = ${project?.id}`.execute(
      server.db,
    );
    const closed = async () =>
      done(await client.get<OutputOf<typeof countAnnual>>('/annual-reports?year=2026')).closed;
    const before = await closed();
    expect(await (await read(client)).text()).not.toContain('Se plantó');
    await sql`update projects set status = 'closed' where id = ${project?.id}`.execute(server.db);
    expect(await closed()).toBe(before + 1);
    const page = await (await read(client)).text();
    expect(page).toContain('Lo que lograron los proyectos terminados</h2>');
    expect(page).toContain('Se plantó &lt;b&gt;todo&lt;/b&gt;.');
    expect(page).not.toContain('Faltó agua');
    await sql`update projects set status = 'running' where id = ${project?.id}`.execute(server.db);
  });

  it('is of one unit where that is asked for', async () => {
    const { rows } = await sql<{ id: string; name: string }>`select s.id, s.name from projects p
      join schools s on s.id = p.school_id where p.period = '2026-1' and p.status = 'running' limit 1`.execute(
      server.db,
    );
    const [school] = rows;
    const { client } = readers.office;
    const { title, id } = done(await askFor(client, { query: `year=2026&school=${school?.id}` }));
    expect(title).toBe(`Memoria 2026 · ${school?.name}`);
    await prepareAll();
    const page = await (await openFile(client, id)).text();
    const captions = [...page.matchAll(/<caption>(.*?)<\/caption>/g)].map(([, caption = '']) =>
      textOf(caption),
    );
    expect(new Set(captions)).toEqual(new Set([school?.name]));
  });

  it('writes what people typed as text, in page and PDF', async () => {
    const { client } = readers.office;
    const foreword = 'Año de <b>encuentro</b> & "trabajo" 😀\n\nSegundo párrafo.';
    const page = await (await read(client, { foreword })).text();
    expect(page).toContain('Año de &lt;b&gt;encuentro&lt;/b&gt; &amp; &quot;trabajo&quot;');
    expect(page).not.toMatch(/<script|<b>|http-equiv="refresh"/);
    const pdf = await read(client, { foreword, format: 'pdf' });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const pages = pdfPages(Buffer.from(await pdf.arrayBuffer()));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.join(' ')).toContain('Presentación');
  });

  it('is for whoever looks after a unit or the university', async () => {
    for (const name of ['academic', 'reviewer'] as const) {
      expect((await readers[name].client.get('/annual-reports?year=2026')).status).toBe(403);
      expect((await askFor(readers[name].client)).status).toBe(403);
    }
    for (const query of ['', 'year=x', 'year=99999', 'year=2026&school=x'])
      expect((await askFor(readers.office.client, { query })).status).toBe(400);
    const long = { foreword: 'x'.repeat(10_001) };
    expect((await askFor(readers.office.client, long)).status).toBe(400);
  });
});
