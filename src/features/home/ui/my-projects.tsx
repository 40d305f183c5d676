import classes from './home.module.css';
import { Heading, type OutputFor } from './parts.tsx';
import { ProjectLines } from './project-lines.tsx';

/** What is told where nothing of the reader's is with somebody else. */
const wordsWithout = (total: number): string => {
  if (total === 0) return 'Todavía no tienes proyectos. Empieza uno con «Nuevo proyecto».';
  return total === 1 ? 'El único que tienes está en «Te toca a ti».' : 'Todos están en «Te toca a ti».';
};

/** What the reader leads and does not wait for them; a date that stands among the deadlines is not told again. */
export function MyProjects({ mine, deadlines }: Pick<OutputFor, 'mine' | 'deadlines'>) {
  const dated = new Set(deadlines.map(({ project }) => project.id));
  return (
    <section aria-labelledby="mine">
      <Heading
        id="mine"
        title="Mis proyectos"
        total={mine.total}
        shown={mine.rows.length}
        all={{ mine: true }}
      />
      {mine.rows.length > 0 ? (
        <ProjectLines rows={mine.rows} label="Mis proyectos" dated={dated} />
      ) : (
        <p className={classes.calm}>{wordsWithout(mine.total)}</p>
      )}
    </section>
  );
}
