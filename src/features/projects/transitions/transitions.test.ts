import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { nursing, PEOPLE } from '../../../../test/demo.ts';
import { act, completePacs, detailOf, done, type References } from '../../../../test/factories.ts';

let server: TestApp;
let refs: References;
const clients = {} as Record<keyof typeof PEOPLE, Client>;

beforeAll(async () => {
  server = await startApp();
  for (const [who, email] of Object.entries(PEOPLE))
    clients[who as keyof typeof PEOPLE] = await clientAs(server, email);
  refs = await nursing(clients.academic);
});
afterAll(() => server.close());

describe('from draft to approved', () => {
  it('goes to the director, back with observations, again to the director, to the dean, approved', async () => {
    const { academic, director, dean } = clients;
    const project = await completePacs(academic, refs);
    const at = async () => {
      const { status, turn } = await detailOf(academic, project);
      return { status, people: turn.people.map(p => p.name), due: turn.due !== null };
    };
    expect(await at()).toEqual({ status: 'draft', people: ['Camila Rojas Fuentes'], due: false });

    done(await act(academic, project, 'submit'));
    expect(await at()).toEqual({
      status: 'director_review',
      people: ['Patricia Contreras Vidal'],
      due: true,
    });
    done(
      await act(director, project, 'return', {
        observations: [{ section: 'budget', text: 'Detalla los materiales.' }],
      }),
    );
    expect(await at()).toEqual({ status: 'returned', people: ['Camila Rojas Fuentes'], due: true });

    const early = await act(academic, project, 'submit');
    expect(early.status).toBe(422);
    const [observation] = (await detailOf(academic, project)).observations;
    expect(observation).toMatchObject({
      section: 'budget',
      state: 'open',
      mayAnswer: true,
      mayResolve: false,
    });
    const path = `/projects/pacs/${project.id}/observations/${observation?.id}`;
    done(await academic.post(`${path}/answers`, { text: 'Son cuadernillos y pelotas.' }));

    done(await act(academic, project, 'submit'));
    expect(await at()).toMatchObject({ status: 'director_review' });
    done(await director.put(`${path}/resolved`, { resolved: true }));
    done(await act(director, project, 'endorse', { comment: 'Muy buen proyecto.' }));
    expect(await at()).toEqual({ status: 'dean_review', people: ['Marcela Figueroa Ponce'], due: true });
    done(await act(dean, project, 'endorse'));
    expect(await at()).toEqual({ status: 'approved', people: ['Camila Rojas Fuentes'], due: true });

    const { history } = await detailOf(academic, project);
    expect(history.map(h => h.action).reverse()).toEqual([
      'create',
      'submit',
      'return',
      'submit',
      'endorse',
      'endorse',
    ]);
  });
});
