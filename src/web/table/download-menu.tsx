import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint } from '../../domain/kit/endpoint.ts';
import { EXPORT_FORMATS, exportOf } from '../../domain/kit/export.ts';
import { download } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import type { Search } from '../routing/paths.ts';
import { useSaving } from '../use-saving.ts';

interface Props {
  /** What is read as a file (`serveExport`); the label is left out where there is one alone. */
  files: readonly { readonly list: Endpoint<z.ZodType, z.ZodObject>; readonly label?: string }[];
  params: Record<string, string>;
  /** What of them is asked for. */
  query?: Search;
}

/** Files of something that is no list, each in every format. */
export function DownloadMenu({ files, params, query }: Props) {
  const { saving, save } = useSaving();
  const get = (list: Props['files'][number]['list'], format: string) =>
    save(() => download<AnyEndpoint>(exportOf(list), { params, query: { ...query, format } }));
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" loading={saving} leftSection={<IconDownload size={16} aria-hidden />}>
          {t('action.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.flatMap(({ list, label }) =>
          EXPORT_FORMATS.map(format => (
            <Menu.Item key={`${list.path}.${format.value}`} onClick={() => void get(list, format.value)}>
              {label ? `${label} (${format.value.toUpperCase()})` : format.label}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
