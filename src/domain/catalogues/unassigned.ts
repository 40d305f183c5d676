/** Faculty of schools that an import creates when none is chosen; created when needed, and headed by nobody. */
export const UNASSIGNED_FACULTY = { code: 'POR-ASIGNAR', name: 'Por asignar' } as const;
