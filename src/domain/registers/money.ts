import { optionsOf } from '../kit/look-up.ts';
import { BUDGET_CATEGORIES, BUDGET_SOURCES } from '../sections/budget.ts';
import { EXPENSE_LABELS, REFUND_LABELS } from '../spending/expense-states.ts';
import { ACCOUNTED, type Register, WHOLE } from './column.ts';
import { REGISTER_TITLES } from './names.ts';
import { PROJECT_COLUMNS } from './project.ts';

export const money = {
  title: REGISTER_TITLES.money,
  about:
    'Cada ítem del presupuesto con lo que se gastó de él, cada gasto con su documento, y lo pagado y reintegrado.',
  scopes: WHOLE,
  tables: {
    lines: {
      title: 'Presupuesto',
      row: 'Una fila por ítem del presupuesto de cada proyecto',
      columns: {
        ...PROJECT_COLUMNS,
        item: { meaning: 'Descripción del ítem' },
        categoria: { meaning: 'Categoría del gasto', options: BUDGET_CATEGORIES },
        fuente: { meaning: 'Quién lo paga', options: BUDGET_SOURCES },
        cantidad: { meaning: 'Cantidad', type: 'number' },
        costo_unitario: { meaning: 'Costo de cada unidad', type: 'pesos' },
        total: { meaning: 'Cantidad por costo, sin decimales', type: 'pesos' },
        gastado: { meaning: 'Gastado de este ítem', type: 'pesos', readers: 'spending' },
      },
    },
    expenses: {
      title: 'Gastos',
      row: 'Una fila por gasto registrado; las notas de crédito restan',
      scopes: ACCOUNTED,
      columns: {
        ...PROJECT_COLUMNS,
        gasto: { meaning: 'En qué se gastó' },
        item: { meaning: 'Ítem del presupuesto' },
        fuente: { meaning: 'Quién lo paga', options: BUDGET_SOURCES },
        monto: { meaning: 'Lo que cuesta al ítem', type: 'pesos' },
        situacion: { meaning: 'Si se rindió y qué resolvió la oficina', options: optionsOf(EXPENSE_LABELS) },
        rendicion: { meaning: 'Número de la rendición', type: 'number' },
        documento: { meaning: 'Tipo de documento' },
        numero: { meaning: 'Número del documento' },
        proveedor: { meaning: 'A quién se pagó' },
        rut_del_proveedor: { meaning: 'RUT o documento extranjero de a quién se pagó', readers: 'office' },
        emitido: { meaning: 'Fecha del documento', type: 'day' },
        moneda: { meaning: 'Moneda del documento' },
        bruto: { meaning: 'Total del documento, en su moneda', type: 'number' },
        bruto_en_pesos: { meaning: 'Total del documento', type: 'pesos' },
        retenido: { meaning: 'Retención de impuesto', type: 'pesos' },
        archivos: { meaning: 'Archivos que lo respaldan', type: 'number' },
        registrado: { meaning: 'Cuándo se registró', type: 'instant' },
      },
    },
    payments: {
      title: 'Pagos',
      row: 'Una fila por pago de la universidad a un proyecto',
      scopes: ACCOUNTED,
      columns: {
        ...PROJECT_COLUMNS,
        fecha: { meaning: 'Día del pago', type: 'day' },
        monto: { meaning: 'Monto pagado', type: 'pesos' },
        referencia: { meaning: 'Con qué se encuentra en tesorería' },
      },
    },
    refunds: {
      title: 'Reintegros',
      row: 'Una fila por reintegro de un proyecto',
      scopes: ACCOUNTED,
      columns: {
        ...PROJECT_COLUMNS,
        fecha: { meaning: 'Día del reintegro', type: 'day' },
        monto: { meaning: 'Monto reintegrado', type: 'pesos' },
        referencia: { meaning: 'Con qué se encuentra en tesorería' },
        situacion: { meaning: 'Si la oficina lo aceptó', options: optionsOf(REFUND_LABELS) },
      },
    },
  },
} as const satisfies Register;
