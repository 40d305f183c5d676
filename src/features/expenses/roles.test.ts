import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Answer, type Client, clientOf } from '../../../test/client.ts';
import { setStatus } from '../../../test/execution.ts';
import { act, type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { filesOf, sendUpload, startUpload } from '../../../test/files.ts';
import { measure } from '../../../test/measurements.ts';
import { pay } from '../../../test/payments.ts';
import {
  anExpense,
  anotherSpender,
  editOf,
  expenseOf,
  expensesOf,
  openSpending,
  recordExpense,
  removeExpenseAs,
  saveExpenseAs,
  sendExpense,
  spender,
  spendingPath,
  uploadPaper,
} from '../../../test/spending.ts';
import { clients, refs, server } from '../../../test/university.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openSpending();
const lead = () => clients.academic;
const member = () => clients.colleague;
const pathOf = spendingPath;
const read = (who: Client, of: Created = spender) => who.get(`${pathOf(of)}/expenses`);
const wordsOf = (answer: Answer<unknown>) => (answer.body as Problem).detail;
/** Sends as it is, without what only readers can look up. */
const put = async (who: Client, id: string) =>
  who.put(`${pathOf(spender)}/expenses/${id}`, await editOf(lead(), spender, id));

describe('money is of those who account for it', () => {
  it('nobody else reads, records, changes or removes', async () => {
    const { id } = done(await sendExpense(lead(), spender));
    for (const who of [clients.director, clients.dean, clients.stranger, clients.reviewer, clients.otherDean])
      for (const answer of [
        await read(who),
        await sendExpense(who, spender),
        await put(who, id),
        await removeExpenseAs(who, spender, id),
      ])
        expect(answer.status).toBe(404);
    const nobody = clientOf(server.url, '');
    expect([(await read(nobody)).status, (await sendExpense(nobody, spender)).status]).toEqual([401, 401]);
    for (const who of [lead(), member(), clients.admin])
      expect((await expensesOf(who, spender)).expenses).toHaveLength(1);
  });

  it('the team changes its own, lead and office all', async () => {
    const own = done(await sendExpense(member(), spender));
    const others = done(await sendExpense(lead(), spender));
    expect(await expenseOf(member(), spender, own.id)).toMatchObject({ mayEdit: true, mayRemove: true });
    expect(await expenseOf(member(), spender, others.id)).toMatchObject({ mayEdit: false, mayRemove: false });
    expect((await put(member(), others.id)).status).toBe(403);
    expect((await removeExpenseAs(member(), spender, others.id)).status).toBe(403);
    done(await saveExpenseAs(member(), spender, own.id, { description: 'Lo mío' }));
    done(await saveExpenseAs(lead(), spender, own.id, { description: 'Lo de otra persona' }));
    done(await saveExpenseAs(clients.admin, spender, own.id, { description: 'De la oficina' }));
    done(await removeExpenseAs(lead(), spender, own.id));
    done(await removeExpenseAs(clients.admin, spender, others.id));
  });

  it('from the approval to the close, also of what was cancelled after it', async () => {
    // What is cancelled accounts for what it was paid.
    done(await pay(clients.admin, spender));
    const { id } = done(await sendExpense(lead(), spender));
    for (const status of ['approved', 'suspended', 'final_report', 'cancelled']) {
      await setStatus(server, spender, status);
      expect((await expensesOf(lead(), spender)).record).toEqual({ allowed: true, reason: null });
      done(await sendExpense(lead(), spender));
      done(await saveExpenseAs(lead(), spender, id, { description: `En ${status}` }));
    }
    await setStatus(server, spender, 'closed');
    for (const who of [lead(), clients.admin]) {
      expect((await sendExpense(who, spender)).status).toBe(403);
      expect((await put(who, id)).status).toBe(403);
      expect((await removeExpenseAs(who, spender, id)).status).toBe(403);
    }
    expect((await expensesOf(lead(), spender)).record).toEqual({
      ...{ allowed: false, reason: 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.' },
    });
    const never = await anotherSpender(lead(), { status: 'cancelled' });
    await sql`delete from project_history where project_id = ${never.id} and to_status = 'approved'`.execute(
      server.db,
    );
    const refused = await sendExpense(lead(), never);
    expect([refused.status, wordsOf(refused)]).toEqual([
      403,
      'No tienes permiso para registrar gastos. El proyecto no llegó a aprobarse.',
    ]);
  });

  it('of another project an expense is none', async () => {
    const elsewhere = await anotherSpender();
    const { id } = done(await sendExpense(lead(), elsewhere));
    const given = await editOf(lead(), elsewhere, id);
    expect((await lead().put(`${pathOf(spender)}/expenses/${id}`, given)).status).toBe(404);
    for (const wrong of [id, 'x', crypto.randomUUID()])
      expect((await removeExpenseAs(lead(), spender, wrong)).status).toBe(404);
    const again = await lead().post(`${pathOf(spender)}/expenses`, await anExpense({ id }));
    expect(again.status).toBe(409);
  });
});

describe('a paper of an expense', () => {
  it('is sent by the team while money is accounted for, by nobody else', async () => {
    const start = (who: Client) =>
      startUpload(who, spender, { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4 x'), documentType: 'expense' });
    for (const status of ['approved', 'running', 'final_report', 'cancelled']) {
      await setStatus(server, spender, status);
      for (const who of [lead(), member(), clients.admin]) expect((await start(who)).status).toBe(200);
      for (const who of [clients.director, clients.dean])
        expect([403, 404]).toContain((await start(who)).status);
    }
    for (const status of ['draft', 'closed']) {
      await setStatus(server, spender, status);
      expect((await start(lead())).status).toBe(403);
    }
  });

  it('is seen and opened by those who read what was spent alone', async () => {
    const paper = await uploadPaper(member(), spender);
    const open = (who: Client) => who.post(`${pathOf(spender)}/files/${paper.id}/link`, { as: 'view' });
    const openedBy = await Promise.all([lead(), member(), clients.admin].map(open));
    const linkPath = openedBy.map(a => a.status);
    expect(linkPath).toEqual([200, 200, 200]);
    for (const who of [clients.director, clients.dean]) {
      expect((await filesOf(who, spender)).files).toEqual([]);
      expect((await open(who)).status).toBe(404);
      expect((await who.delete(`${pathOf(spender)}/files/${paper.id}`)).status).toBe(404);
      expect(JSON.stringify(await detailOf(who, spender))).not.toContain('factura.pdf');
    }
    expect((await detailOf(lead(), spender)).files).toEqual([]);
    expect((await filesOf(lead(), spender)).files).toMatchObject([{ id: paper.id, mayRemove: true }]);
    expect((await filesOf(member(), spender)).files).toMatchObject([{ mayReplace: true }]);
    // It proves nothing that others read.
    const evidence = [{ versionId: paper.versionId }];
    expect((await measure(lead(), spender, { evidence })).status).toBe(400);
  });

  it('is not shown to who reviews, nor on paper', async () => {
    await uploadPaper(lead(), spender);
    const { rows } = await sql<{ id: string }>`
      insert into reviews (project_id, user_id, state, blind)
      select ${spender.id}, id, 'accepted', false from users where email like 'soledad.cifuentes@%' returning id`.execute(
      server.db,
    );
    const desk = await clients.reviewer.get(`/reviews/${rows[0]?.id}`);
    expect([desk.status, JSON.stringify(desk.body)]).toEqual([200, expect.not.stringContaining('factura')]);
    expect((await read(clients.reviewer)).status).toBe(404);
    expect((await filesOf(clients.reviewer, spender)).files).toEqual([]);
  });

  it('stays while an expense refers to it, and goes with a draft and with its project', async () => {
    const { id } = await recordExpense(lead(), spender);
    const [paper] = (await expenseOf(lead(), spender, id)).papers;
    const remove = (file = '') => lead().delete(`${pathOf(spender)}/files/${file}`);
    const refused = await remove(paper?.id);
    expect([refused.status, wordsOf(refused)]).toEqual([
      422,
      expect.stringMatching(
        /^«factura.pdf» \(versión 1\) es respaldo del gasto del \d\d-\d\d-\d{4}: no se puede quitar.$/,
      ),
    ]);
    const [saved, removed] = await Promise.all([
      saveExpenseAs(lead(), spender, id, { papers: [] }),
      remove(paper?.id),
    ]);
    expect([saved.status, [200, 422].includes(removed.status)]).toEqual([200, true]);
    const draft = await startDraft(lead(), 'pacs', { schoolId: refs.schoolId });
    expect(done(await act(lead(), draft, 'delete', { confirmed: true }))).toMatchObject({ deleted: true });
    await recordExpense(lead(), spender);
    await sql`delete from projects where id = ${spender.id}`.execute(server.db);
  });

  it('removed while an expense that refers to it is recorded leaves one of the two', async () => {
    for (const version of [1, 2]) {
      const first = await uploadPaper(lead(), spender);
      let file = first.versionId;
      if (version === 2) {
        const bytes = Buffer.from(`%PDF-1.4 ${crypto.randomUUID()}`);
        const upload = { name: 'b.pdf', bytes, documentType: 'expense', file: first.id };
        const started = done(await startUpload(lead(), spender, upload));
        file = done(await sendUpload([lead()], spender, started, bytes)).versionId;
      }
      const papers = [{ paper: 'voucher', versionId: file }];
      const [sent, removed] = await Promise.all([
        sendExpense(lead(), spender, { papers }),
        lead().delete(`${pathOf(spender)}/files/${file}`),
      ]);
      expect([sent.status === 200, removed.status === 200]).toEqual([
        removed.status !== 200,
        sent.status !== 200,
      ]);
      for (const { status } of [sent, removed]) expect(status).toBeLessThan(500);
    }
  });
});
