import { expect, test } from 'vitest';
import { z } from 'zod';
import { listQuery } from '../domain/text/rules.ts';
import { listSearch } from './search.ts';

const several = z.union([z.array(z.enum(['a', 'b'])), z.enum(['a', 'b']).transform(one => [one])]).optional();
const parse = listSearch(
  listQuery(['name', 'code'], 'name').extend({ status: several, overdue: z.stringbool().optional() }),
);

test('defaults stay out of the address and are known apart', () => {
  expect(parse({ page: '1', size: '25', sort: 'name' })).toEqual({});
  expect(parse.defaults).toMatchObject({ page: 1, size: 25, sort: 'name' });
});

test('values come as the endpoint reads them', () => {
  expect(parse({ q: '2026', page: '3', sort: '-code', status: 'a', overdue: 'true', open: 'new' })).toEqual({
    q: '2026',
    page: 3,
    sort: '-code',
    status: ['a'],
    overdue: true,
    open: 'new',
  });
});

test('what an address has wrong is dropped, the rest stays', () => {
  expect(parse({ page: 'muchas', sort: 'password', status: ['a', 'x'], q: 'agua', admin: 'true' })).toEqual({
    q: 'agua',
  });
});
