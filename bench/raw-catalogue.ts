// What a careful programmer writes in an afternoon: one query for the page, one for the total, a bare list as HTML; no map,
// no choices with their numbers, nothing kept.
import Fastify from 'fastify';
import pg from 'pg';

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c random_page_cost=1.1 -c jit=off' });

type Query = Record<string, string>;
const FILTERS: Record<string, (place: string) => string> = {
  q: place => `public_words(p.code, p.title, p.summary) @@ websearch_to_tsquery('es_unaccent', ${place})`,
  tipo: place => `p.kind = ${place}`,
  facultad: place => `s.faculty_id = ${place}::uuid`,
  escuela: place => `p.school_id = ${place}::uuid`,
  region: place =>
    `exists (select from project_comunas pc where pc.project_id = p.id and pc.comuna_code like ${place} || '%')`,
  comuna: place =>
    `exists (select from project_comunas pc where pc.project_id = p.id and pc.comuna_code = ${place})`,
  ods: place => `exists (select from project_goals g where g.project_id = p.id and g.goal = ${place}::int)`,
  anio: place => `extract(year from p.start_date) = ${place}::int`,
  estado: place => `p.status = ${place}`,
};
const ORDERS: Record<string, string> = {
  recientes: 'p.start_date desc nulls last, p.id',
  antiguos: 'p.start_date nulls last, p.id',
  titulo: 'plain(p.title), p.id',
};
const STATUS: Record<string, string> = {
  'por-comenzar': 'approved',
  'en-ejecucion': 'running',
  terminado: 'closed',
};

const escapeText = (text: unknown) =>
  String(text ?? '').replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

function statementsOf(query: Query) {
  const names = Object.keys(FILTERS).filter(name => query[name]);
  const values = names.map(name => (name === 'estado' ? STATUS[query[name] ?? ''] : query[name]));
  const wheres = names.map((name, n) => FILTERS[name]?.(`$${n + 1}`) ?? '');
  const from = `from projects p left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id
    left join publications n on n.project_id = p.id left join calls c on c.id = p.call_id`;
  const where = [
    'p.consent_to_publish',
    "p.status in ('approved', 'running', 'suspended', 'final_report', 'closed')",
    'n.withheld_at is null',
    "(c.id is null or c.state in ('resolved', 'execution', 'closed'))",
    ...wheres,
  ].join(' and ');
  const offset = (Number(query.pagina ?? 1) - 1) * 24;
  return {
    list: `select p.code, p.kind, p.title, p.summary, p.status, p.start_date::text, p.end_date::text, s.name as school,
        f.name as faculty,
        (select string_agg(c.name, ', ' order by c.name) from project_comunas pc join comunas c on c.code = pc.comuna_code
          where pc.project_id = p.id) as comunas,
        (select string_agg(goal::text, ', ' order by goal) from project_goals where project_id = p.id) as goals
      ${from} where ${where} order by ${ORDERS[query.orden ?? 'recientes']} limit 24 offset ${offset}`,
    count: `select count(*)::int as total ${from} where ${where}`,
    values,
  };
}

const app = Fastify();
app.get<{ Querystring: Query }>('/publico/proyectos', async ({ query }, reply) => {
  const { list, count, values } = statementsOf(query);
  const [{ rows }, counted] = await Promise.all([pool.query(list, values), pool.query(count, values)]);
  const items = rows.map(row => {
    const facts = [
      row.kind,
      row.status,
      row.school,
      row.faculty,
      row.start_date,
      row.end_date,
      row.comunas,
      row.goals,
    ];
    return `<li><a href="/publico/proyectos/${encodeURIComponent(row.code)}">${escapeText(row.title)}</a>
<p>${escapeText(row.summary)}</p><p>${facts.map(escapeText).join(' · ')}</p></li>`;
  });
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><title>Proyectos</title><p>${counted.rows[0].total}</p><ol>${items.join('\n')}</ol>`,
    );
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write('ready\n');
