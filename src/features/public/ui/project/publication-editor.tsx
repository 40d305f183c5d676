import { Alert, Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { formatCount } from '../../../../domain/text/format.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { SwitchField } from '../../../../web/form/fields.tsx';
import { Fields } from '../../../../web/form/form.tsx';
import { SaveBar } from '../../../../web/form/save-bar.tsx';
import { t } from '../../../../web/i18n/i18n.ts';
import type { Publication } from '../../contract.ts';
import classes from '../publication.module.css';
import { PhotosPart } from './photos-part.tsx';
import type { PublicationProps } from './state-box.tsx';
import { type PublicationForm, usePublicationForm } from './use-publication-form.tsx';

/** What is shown of a project, decided by whoever manages it; all others read it. */
export function PublicationEditor({ project, publication }: PublicationProps) {
  const edited = usePublicationForm(project, publication);
  const { form, restoredAt, dirty, newer } = edited;
  const isReader = !publication.mayManage;
  const own = useRef<HTMLDivElement>(null);
  const save = async (version?: number) => {
    if (!(await edited.save(version)))
      requestAnimationFrame(() => own.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <div ref={own} className={classes.form}>
      {newer && <Newer saved={newer} onTake={edited.discard} onKeep={() => void save(newer.version)} />}
      {restoredAt && dirty && (
        <Alert color="cyan">{t('draft.recovered', { when: formatInstant(restoredAt) })}</Alert>
      )}
      <Fields form={form} disabled={isReader}>
        <section className={classes.part} aria-labelledby="publication-shown">
          <h3 id="publication-shown">Qué se muestra</h3>
          <div className={classes.switches}>
            <SwitchField
              name="consented"
              label="Publicarlo en el catálogo público"
              description="Muestra título, resumen, tema, unidad, carreras, cursos, convocatoria, período, fechas, comunas, ODS y organizaciones socias. Se puede retirar cuando quieras: deja de verse de inmediato."
            />
            <SwitchField
              name="showsResults"
              label="Mostrar también sus resultados"
              description="Actividades realizadas, personas alcanzadas por grupo (menos de cinco se muestra como <5), indicadores aceptados y los resultados del informe final aceptado."
            />
          </div>
        </section>
        <PhotosPart project={project} publication={publication} form={form} />
      </Fields>
      {!isReader && <Foot edited={edited} onSave={() => void save()} />}
    </div>
  );
}

function reasonOf({ dirty, newer }: PublicationForm): string | null {
  if (!dirty) return 'No hay cambios que guardar.';
  return newer ? 'Decide antes qué cambios quedan.' : null;
}

/** `photos.2.caption` is the third one's. */
function placeOf(path: string): string {
  const [, place] = /^photos\.(\d+)\./.exec(path) ?? [];
  return place === undefined ? '' : `Foto ${Number(place) + 1}: `;
}

function Foot({ edited, onSave }: { edited: PublicationForm; onSave: () => void }) {
  const { form, tried, refusal, dirty, busy, discard } = edited;
  const problems = tried ? Object.entries(form.errors) : [];
  return (
    // Within a box of its own height it stays where it is: the foot of the window is the project's own bar.
    <div>
      <SaveBar
        save="Guardar publicación"
        reason={reasonOf(edited)}
        problems={problems.map(([path, message]) => ({ path, words: `${placeOf(path)}${String(message)}` }))}
        mt={0}
        onDiscard={discard}
        {...{ refusal, dirty, busy, onSave }}
      />
    </div>
  );
}

function wordsOf({ consented, showsResults, photos }: Publication): string {
  const chosen = photos.filter(p => p.position !== null);
  const captions = chosen.map(({ caption }) => `«${caption}»`).join(', ');
  return [
    `publicarlo, ${consented ? 'sí' : 'no'}`,
    `mostrar sus resultados, ${showsResults ? 'sí' : 'no'}`,
    chosen.length === 0 ? 'sin fotos' : `${formatCount(chosen.length, 'foto', 'fotos')}: ${captions}`,
  ].join('; ');
}

interface NewerProps {
  saved: Publication;
  onTake: () => void;
  onKeep: () => void;
}

function Newer({ saved, onTake, onKeep }: NewerProps) {
  return (
    <Alert color="orange" role="alert" title="Otra persona guardó cambios mientras editabas">
      <Text size="sm">Dejó: {wordsOf(saved)}. Lo tuyo sigue abajo; si lo guardas, queda en su lugar.</Text>
      <div className={classes.tools}>
        <Button size="compact-sm" variant="default" onClick={onTake}>
          Usar lo guardado
        </Button>
        <Button size="compact-sm" onClick={onKeep}>
          Guardar lo mío
        </Button>
      </div>
    </Alert>
  );
}
