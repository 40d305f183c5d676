import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { type Command, type CommandContext, command } from '../../../server/commands/command.ts';
import type { Deps } from '../../../server/deps.ts';
import { dropSmallFiles, keepSmallFile, type SmallFile } from '../../../server/files/small-files.ts';
import type { FileStore } from '../../../server/files/store.ts';
import { openCall } from '../commands.ts';

interface New {
  readonly call: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a file is sent with cannot say why: the audit flags what was done instead. */
const lastResort = 'Cambió los archivos de las bases.';

const register = command('calls.manage', async (run: Command, asked: { call: string; file: SmallFile }) => {
  const { tx, actor, record } = run;
  const { file } = asked;
  const call = await openCall(run, { call: asked.call, lastResort });
  const row = await tx
    .insertInto('call_files')
    .values({ ...file, call_id: call.id, uploaded_by: actor.id })
    .onConflict(conflict => conflict.columns(['call_id', 'sha256']).doNothing())
    .returning(['id', 'name', 'size', 'content_type as contentType'])
    .executeTakeFirst();
  if (!row) throw new AppError('rule', 'Ese archivo ya está en las bases.');
  record({
    action: 'call.file_add',
    objectType: 'call',
    objectId: call.id,
    changes: { [row.id]: [null, file.sha256.toString('hex')] },
  });
  return row;
});

/** Checks the file and keeps it. */
export const addCallFile = (
  context: CommandContext,
  deps: Pick<Deps, 'files' | 'scanner'>,
  { call, name, bytes }: New,
) => keepSmallFile(deps, { folder: `calls/${call}`, name, bytes }, file => register(context, { call, file }));

const remove = command(
  'calls.manage',
  async (run: Command, { call, file }: { call: string; file: string }): Promise<string> => {
    const { tx, record } = run;
    await openCall(run, { call, lastResort });
    const gone = await tx
      .deleteFrom('call_files')
      .where('id', '=', file)
      .where('call_id', '=', call)
      .returning(['storage_key', 'sha256'])
      .executeTakeFirst();
    if (!gone) throw notFound();
    record({
      action: 'call.file_remove',
      objectType: 'call',
      objectId: call,
      changes: { [file]: [gone.sha256.toString('hex'), null] },
    });
    return gone.storage_key;
  },
);

/** The row goes first. */
export async function removeCallFile(
  context: CommandContext,
  files: FileStore,
  address: { call: string; file: string },
): Promise<Record<string, never>> {
  await dropSmallFiles(files, [await remove(context, address)]);
  return {};
}
