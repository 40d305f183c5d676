import { Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formulaText } from '../../../../domain/figures/score.ts';
import { isAdmin } from '../../../../domain/kit/actor.ts';
import type { ScoreFormula } from '../../../../domain/settings/score-formula.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useSessionUser } from '../../../../web/storage.ts';
import classes from './formula.module.css';

const FormulaDrawer = lazyPart(() => import('./formula-drawer.tsx'), 'FormulaDrawer');

/** What the score is made of, where the office changes it. */
export function FormulaBar({ formula }: { formula: ScoreFormula }) {
  const user = useSessionUser();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.bar}>
      <Text size="sm">
        {formulaText(formula)}. Cada término es su avance dividido por su meta, con 1 como máximo.
      </Text>
      {user && isAdmin(user) && (
        <Button variant="default" size="compact-sm" className="no-print" onClick={() => setOpen(true)}>
          Cambiar fórmula
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <FormulaDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
