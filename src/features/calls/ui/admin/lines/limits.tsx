import { NumberInput, Text, Title } from '@mantine/core';
import { BUDGET_CATEGORIES, type BudgetCategory } from '../../../../../domain/sections/budget.ts';
import { Fields } from '../../../../../web/form/form.tsx';
import { NumberField } from '../../../../../web/form/number-field.tsx';
import { capShare } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import type { CallForm } from '../use-call-form.tsx';

interface LimitsProps {
  edited: CallForm;
  frozen: boolean;
}

/** What a proposal must keep to besides the cap of its line; each in blank is no limit. */
export function Limits({ edited, frozen }: LimitsProps) {
  return (
    <>
      <CategoryCaps edited={edited} frozen={frozen} />
      <section aria-labelledby="call-minimums">
        <Title order={2} size="h4" id="call-minimums">
          Mínimos de la propuesta
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Se exigen al enviarla. En blanco: sin mínimo.
        </Text>
        <Fields form={edited.form} disabled={frozen}>
          <div className={classes.fields}>
            <NumberField
              name="partnerMinimum"
              label="Aporte mínimo de socios (% del monto pedido)"
              description="En dinero y valorado, según el presupuesto."
              suffix=" %"
            />
            <NumberField
              name="studentMinimum"
              label="Mínimo de estudiantes"
              description="Los que se esperan en Participantes."
            />
          </div>
        </Fields>
      </section>
    </>
  );
}

function CategoryCaps({ edited: { form }, frozen }: LimitsProps) {
  const { categoryCaps } = form.values;
  const shareOf = (category: BudgetCategory) => categoryCaps.find(c => c.category === category)?.share;
  const set = (category: BudgetCategory, share: number | null) =>
    form.setFieldValue(
      'categoryCaps',
      BUDGET_CATEGORIES.flatMap(({ value }) => {
        const next = value === category ? share : shareOf(value);
        return next === null || next === undefined ? [] : [{ category: value, share: next }];
      }),
    );
  return (
    <section aria-labelledby="call-caps">
      <Title order={2} size="h4" id="call-caps">
        Topes por categoría
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Lo más que puede pedir al fondo cada categoría del presupuesto, en % del monto pedido. En blanco: sin
        tope.
      </Text>
      <div className={classes.fields}>
        {BUDGET_CATEGORIES.map(({ value, label }) => {
          const share = shareOf(value);
          return (
            <NumberInput
              key={value}
              label={label}
              value={share ?? ''}
              error={share === undefined ? null : capShare.safeParse(share).error?.issues[0]?.message}
              onChange={next => set(value, next === '' ? null : Number(next))}
              allowDecimal={false}
              allowNegative={false}
              // The rule's message tells what is wrong; silently changing what was typed would not.
              clampBehavior="none"
              suffix=" %"
              hideControls
              inputMode="numeric"
              styles={{ input: { textAlign: 'right' } }}
              disabled={frozen}
            />
          );
        })}
      </div>
    </section>
  );
}
