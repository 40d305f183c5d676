import { MOST_AGREEMENT_FILES } from '../../../domain/catalogues/agreements.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { type Command, type CommandContext, command } from '../../../server/commands/command.ts';
import type { Deps } from '../../../server/deps.ts';
import { dropSmallFiles, keepSmallFile, type SmallFile } from '../../../server/files/small-files.ts';
import type { FileStore } from '../../../server/files/store.ts';

/** Held until the end, so that no two arrive as the last one that may. */
async function holdAgreement({ tx }: Command, id: string): Promise<void> {
  const found = await tx.selectFrom('agreements').select('id').where('id', '=', id).forUpdate().execute();
  if (found.length === 0) throw notFound();
}

const register = command(
  'partners.manage',
  async (run: Command, { agreement, file }: { agreement: string; file: SmallFile }) => {
    const { tx, actor, record } = run;
    await holdAgreement(run, agreement);
    const there = await tx
      .selectFrom('agreement_files')
      .select('sha256')
      .where('agreement_id', '=', agreement)
      .execute();
    if (there.some(({ sha256 }) => sha256.equals(file.sha256)))
      throw new AppError('rule', 'Ese archivo ya está en el convenio.');
    if (there.length >= MOST_AGREEMENT_FILES)
      throw new AppError('rule', `Un convenio tiene como máximo ${MOST_AGREEMENT_FILES} archivos.`);
    const row = await tx
      .insertInto('agreement_files')
      .values({ ...file, agreement_id: agreement, uploaded_by: actor.id })
      .returning(['id', 'name', 'size', 'content_type as contentType'])
      .executeTakeFirstOrThrow();
    record({
      action: 'agreement.file_add',
      objectType: 'agreement',
      objectId: agreement,
      changes: { [row.id]: [null, file.sha256.toString('hex')] },
    });
    return row;
  },
);

interface New {
  readonly agreement: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Checks the file and keeps it. */
export const addAgreementFile = (
  context: CommandContext,
  deps: Pick<Deps, 'files' | 'scanner'>,
  { agreement, name, bytes }: New,
) =>
  keepSmallFile(deps, { folder: `agreements/${agreement}`, name, bytes }, file =>
    register(context, { agreement, file }),
  );

interface Address {
  readonly agreement: string;
  readonly file: string;
}

const remove = command(
  'partners.manage',
  async (run: Command, { agreement, file }: Address): Promise<string> => {
    const { tx, record } = run;
    await holdAgreement(run, agreement);
    const gone = await tx
      .deleteFrom('agreement_files')
      .where('id', '=', file)
      .where('agreement_id', '=', agreement)
      .returning(['storage_key', 'sha256'])
      .executeTakeFirst();
    if (!gone) throw notFound();
    record({
      action: 'agreement.file_remove',
      objectType: 'agreement',
      objectId: agreement,
      changes: { [file]: [gone.sha256.toString('hex'), null] },
    });
    return gone.storage_key;
  },
);

/** The row goes first. */
export async function removeAgreementFile(
  context: CommandContext,
  files: FileStore,
  address: Address,
): Promise<Record<string, never>> {
  await dropSmallFiles(files, [await remove(context, address)]);
  return {};
}
