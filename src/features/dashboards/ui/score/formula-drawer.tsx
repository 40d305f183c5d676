import { Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { TERM_NAMES, TERMS } from '../../../../domain/figures/score.ts';
import { scoreFormula } from '../../../../domain/settings/score-formula.ts';
import { request } from '../../../../web/api.ts';
import { SavedForm } from '../../../../web/form/autosave/saved-form.tsx';
import { NumberField } from '../../../../web/form/number-field.tsx';
import { keyOf, outdate, useRead } from '../../../../web/query.ts';
import { SideDrawer } from '../../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { getDashboard, getScoreFormula, saveScoreFormula } from '../../contract.ts';
import classes from './formula.module.css';

/** Weights and goals of the composite score, which the office sets. */
export function FormulaDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer title="Fórmula del puntaje" onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        Cada término es una parte de un total. Da todo su peso cuando llega a su meta; con peso 0 no cuenta.
        Un término sin nada que contar tampoco, y los demás se reparten su lugar.
      </Text>
      <FormulaForm onSaved={onClose} />
    </SideDrawer>
  );
}

function FormulaForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getScoreFormula, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="28rem" aria-busy />;
  return (
    <SavedForm
      key={data.updatedAt}
      schema={scoreFormula}
      stored={data}
      draftKey={['score']}
      save={body => request(saveScoreFormula, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getScoreFormula, {}), after);
        void outdate(client, getDashboard);
        onSaved();
      }}
      submit="Cambiar fórmula"
      said="Fórmula guardada."
    >
      {TERM_NAMES.map(name => (
        <fieldset key={name} className={classes.term}>
          <legend>{TERMS[name].label}</legend>
          <Text size="xs" c="dimmed">
            {TERMS[name].part}, de {TERMS[name].whole}.
          </Text>
          <div className={classes.fields}>
            <NumberField name={`${name}Weight`} label="Peso" description="De 0 a 100." />
            <NumberField name={`${name}Goal`} label="Meta" suffix=" %" description="De 1 a 100 %." />
          </div>
        </fieldset>
      ))}
    </SavedForm>
  );
}
