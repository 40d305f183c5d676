import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { codeOf, showCode } from '../src/domain/certificates/codes.ts';
import { localDay } from '../src/domain/kit/calendar.ts';
import { expectAccessible } from './axe.ts';
import { asPerson, expect, signInAs, test } from './fixtures.ts';
import { expectToast } from './toasts.ts';

test.use({ actionTimeout: 10_000 });

const CAMILA = 'camila.rojas@biosur.example';
const OFFICE = 'beatriz.navarrete@biosur.example';
/** Folios of other years come after those of this one. */
const YEAR = Number(localDay(new Date()).slice(0, 4));
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const table = (page: Page) => page.getByRole('table', { name: 'Certificados' });

interface Seed {
  /** Of the account whose it is; nobody's where left out. */
  readonly email?: string;
  readonly name: string;
}

/** A certificate of somebody who came to a running project that Camila has no part in. Its code has a zero. */
async function seedCertificate(db: Database, { email, name }: Seed) {
  const code = codeOf([0, ...Array.from({ length: 14 }, () => randomInt(32))]);
  const { rows } = await sql<{ folio: string; kind: string; id: string; title: string }>`
    with p as (
      select p.id, p.kind, p.title, p.code from projects p join users u on u.id = p.lead_id
      where p.status = 'running' and u.email <> ${CAMILA}
        and p.alternate_id is distinct from (select id from users where email = ${CAMILA})
      order by p.code limit 1
    ), f as (
      insert into certificate_folios (year, last) values (${YEAR}, 1)
      on conflict (year) do update set last = certificate_folios.last + 1 returning last
    ), c as (
      insert into certificates (folio_year, folio_number, code, role, project_id, user_id, holder, name, content, told_at)
      select ${YEAR}, f.last, ${code}, 'participant', p.id, (select id from users where email = ${email ?? null}),
        ${`key:${randomUUID()}`}, ${name}, jsonb_build_object('title', 'Certificado de participación', 'name', ${name}::text,
          'document', 'RUT 12.345.678-5', 'statement', 'participó en el proyecto «' || p.title || '».',
          'lines', jsonb_build_array(jsonb_build_object('label', 'Calidad', 'value', 'Participante'),
            jsonb_build_object('label', 'Proyecto', 'value', p.code || ' · ' || p.title)),
          'signer', 'Beatriz Navarrete', 'position', 'Directora de Vinculación'), now()
      from p, f returning folio, project_id
    )
    select c.folio, p.kind, p.id, p.title from c join p on p.id = c.project_id`.execute(db);
  const [made] = rows;
  if (!made) throw new Error('The prepared university has no running project');
  return { ...made, code };
}

test('the office finds a certificate by its code, corrects and revokes it @both', async ({
  page,
  installation,
}) => {
  const name = `Rosa Elgueta ${test.info().project.name}`;
  const seeded = await seedCertificate(installation.db, { name });
  await signInAs(page, OFFICE);
  await page.goto('/certificates');
  await expect(table(page)).toContainText(seeded.folio);
  await expectAccessible(page);

  // As somebody reads it from paper: the zero taken for an O, in small letters.
  const typed = showCode(seeded.code).replaceAll('0', 'O').toLowerCase();
  await page.getByRole('searchbox').fill(typed);
  await expect(table(page).getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]q=o/);
  await table(page).getByRole('button', { name: seeded.folio }).click();
  const drawer = dialog(page, `Certificado ${seeded.folio}`);
  await expect(drawer.getByText(showCode(seeded.code))).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Descargar PDF' })).toHaveAttribute('href', /\/pdf$/);
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'Corregir' }).click();
  const form = dialog(page, 'Corregir certificado');
  await form.getByRole('textbox', { name: /^Nombre/ }).fill(`${name} Painemal`);
  await form.getByRole('button', { name: 'Emitir el corregido' }).click();
  await expect(form.getByRole('textbox', { name: /^Motivo/ })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await form.getByRole('textbox', { name: /^Motivo/ }).fill('Faltaba el segundo apellido.');
  await form.getByRole('button', { name: 'Emitir el corregido' }).click();
  await expectToast(page, /Emitido el certificado/);
  const corrected = page.getByRole('dialog', { name: /^Certificado/ });
  await expect(corrected.getByText('Reemplaza al')).toBeVisible();
  await expect(corrected.getByText(`${name} Painemal`)).toBeVisible();

  await corrected.getByRole('button', { name: 'Anular' }).click();
  const asked = dialog(page, 'Anular certificado');
  await asked.getByRole('button', { name: 'Anular certificado' }).click();
  await expect(asked.getByText('Este campo es obligatorio.')).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('textbox', { name: /^Motivo/ }).fill('No asistió a la actividad.');
  await asked.getByRole('button', { name: 'Anular certificado' }).click();
  await expectToast(page, /anulado\./);
  await expect(corrected.getByText('No asistió a la actividad.')).toBeVisible();
  await expect(corrected.getByRole('link', { name: 'Descargar PDF' })).toHaveCount(0);
  await expectAccessible(page);

  // Both have been revoked, and stand in the tab of their project, too.
  await page.goto(`/projects/${seeded.kind}/${seeded.id}?tab=certificates`);
  const issued = page.getByRole('table', { name: 'Emitidos' });
  await expect(issued.getByRole('row').filter({ hasText: name })).toHaveText([/Anulado/, /Anulado/]);
  await expectAccessible(page);
  await issued.getByRole('button', { name: `${name} Painemal` }).click();
  await expect(page.getByRole('dialog').getByText('Volver a emitir')).toBeVisible();
});

test('everybody else is shown their own', async ({ page, installation }) => {
  const own = await seedCertificate(installation.db, { name: 'Camila Rojas', email: CAMILA });
  const other = await seedCertificate(installation.db, { name: 'Otra persona' });
  await signInAs(page, CAMILA);
  await page.goto('/certificates');
  await expect(table(page)).toContainText(own.folio);
  await expect(table(page)).not.toContainText(other.folio);
  await expect(page.getByRole('link', { name: 'Emitir certificados' })).toHaveCount(0);
  await page.getByRole('searchbox').fill(other.code);
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible();
  await page.goto('/certificates');
  await table(page).getByRole('button', { name: own.folio }).click();
  const drawer = dialog(page, `Certificado ${own.folio}`);
  await expect(drawer.getByText(showCode(own.code))).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^(Anular|Corregir)$/ })).toHaveCount(0);
  await asPerson(page, OFFICE, async office => {
    await office.goto('/certificates');
    await expect(table(office)).toContainText(other.folio);
  });
});
