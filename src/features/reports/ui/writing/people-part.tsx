import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { PeopleCounts } from '../../../../domain/execution/people.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { Part } from '../part.tsx';
import classes from '../reports.module.css';

const PeopleFields = lazyPart(() => import('./people-fields.tsx'), 'PeopleFields');

/** Of the final report: people by group where they are not what was recorded, and why. */
export function PeoplePart({ recorded, asked }: { recorded: PeopleCounts; asked: boolean }) {
  const scope = useFormScope();
  const people = scope.getValue('people') as PeopleCounts;
  const [wanted, setWanted] = useState(asked);
  const isOpen = wanted || Object.keys(people).length > 0 || scope.errorOf('people') !== undefined;
  return (
    <Part title="Corregir personas" place="people">
      <p className={classes.facts}>
        El informe cuenta las personas que se registraron. Si no calzan con lo que ocurrió, corrige el grupo y
        di por qué.
      </p>
      {isOpen ? (
        <Suspense fallback={<Skeleton h={320} />}>
          <PeopleFields recorded={recorded} />
        </Suspense>
      ) : (
        <Button variant="default" size="xs" onClick={() => setWanted(true)}>
          Corregir cantidades
        </Button>
      )}
    </Part>
  );
}
