import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { KeyFigures } from '../../../../web/layout/key-figures.tsx';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../reports.module.css';

type Money = NonNullable<ReportFacts['money']>;

/** What the project was paid, spent and accounted for, and what it spent of each category. */
export function MoneyFacts({ money }: { money: Money }) {
  const { awarded, paid, spent, approved, refunded, categories } = money;
  const all: readonly (readonly [string, number | null])[] = [
    ['Adjudicado', awarded],
    ['Pagado', paid],
    ['Gastado', spent],
    ['Aprobado en rendiciones', approved],
    ['Reintegrado', refunded],
  ];
  return (
    <>
      <KeyFigures
        facts={all.map(([label, value]) => [label, value === null ? '–' : formatMoney(value)] as const)}
      />
      {categories.length > 0 && <Categories categories={categories} />}
    </>
  );
}

const Categories = ({ categories }: Pick<Money, 'categories'>) => (
  <div className={cards.cards}>
    <table className={`${plain.table} ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">Categoría</th>
          <th scope="col" data-number>
            Presupuesto
          </th>
          <th scope="col" data-number>
            Gastado
          </th>
        </tr>
      </thead>
      <tbody>
        {categories.map(({ label, planned, spent }) => (
          <tr key={label}>
            <th scope="row" data-first>
              {label}
            </th>
            <td data-label="Presupuesto" data-number>
              {formatMoney(planned)}
            </td>
            <td data-label="Gastado" data-number>
              {formatMoney(spent)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
