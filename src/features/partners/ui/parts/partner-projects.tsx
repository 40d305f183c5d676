import { Suspense } from 'react';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { paths } from '../../../../web/routing/paths.ts';
import cards from '../../../../web/table/cards.module.css';
import plain from '../../../../web/table/plain-table.module.css';
import { TextLink } from '../../../../web/ui/link.tsx';
import { StatusPill } from '../../../../web/ui/status/status-pill.tsx';
import type { Partner } from '../../contract.ts';
import { rolesText } from '../words.tsx';
import classes from './partner.module.css';

type Item = Partner['items'][number];

const ProjectsByYear = lazyPart(() => import('./projects-by-year.tsx'), 'ProjectsByYear');

/** A drawing of one year says nothing. */
const isOverYears = (items: readonly Item[]) => new Set(items.map(item => item.year)).size > 1;

/** What its partners put in: as planned, else as far as it was accounted for. */
export const contributed = ({ money }: Item): number | null =>
  money === null ? null : money.cash + money.inKind;

const figure = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value);

function Row({ item }: { item: Item }) {
  const accounted = item.money?.accounted ?? null;
  return (
    <tr>
      <th scope="row" data-first>
        <TextLink href={paths.project(item.kind, item.id)} underline="always">
          {item.code}
        </TextLink>{' '}
        {item.title}
      </th>
      <td data-label="Año">{item.year}</td>
      <td data-label="Estado">
        <StatusPill status={item.status} subStep={null} />
      </td>
      <td data-label="Rol">{rolesText(item.roles) || '–'}</td>
      <td data-label="Personas" data-number>
        {figure(item.people, formatNumber)}
      </td>
      <td data-label="Aporte de socios" data-number>
        {figure(contributed(item), formatMoney)}
      </td>
      <td data-label="Registrado" data-number>
        {figure(accounted, formatMoney)}
      </td>
    </tr>
  );
}

function Table({ items }: { items: readonly Item[] }) {
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`} aria-label="Proyectos">
        <thead>
          <tr>
            <th scope="col">Proyecto</th>
            <th scope="col">Año</th>
            <th scope="col">Estado</th>
            <th scope="col">Rol</th>
            <th scope="col" data-number>
              Personas
            </th>
            <th scope="col" data-number>
              Aporte de socios
            </th>
            <th scope="col" data-number>
              Registrado
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(item => (
            <Row key={item.id} item={item} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Its projects over the years, as far as the reader may see them. */
export function PartnerProjects({ items }: { items: readonly Item[] }) {
  if (items.length === 0)
    return <p className={classes.quiet}>Ningún proyecto que puedas ver trabaja con ella.</p>;
  return (
    <>
      <Suspense>{isOverYears(items) && <ProjectsByYear items={items} />}</Suspense>
      <Table items={items} />
      <p className={classes.quiet}>
        El aporte es de todos los socios del proyecto, en dinero y valorado; lo registrado, los gastos que
        cubrieron.
      </p>
    </>
  );
}
