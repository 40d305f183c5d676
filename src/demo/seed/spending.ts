import { calculateRutVerifier } from '@fdograph/rut-utilities';
import type { BudgetLine } from '../../domain/sections/budget.ts';
import type { Currency } from '../../domain/spending/currencies.ts';

const rutOf = (number: number) => `${number}-${calculateRutVerifier(String(number))}`;

/** Invented suppliers: numbers that no company has, and people as in `DEMO_ATTENDANTS`. */
export const SUPPLIERS = {
  stationer: { rut: rutOf(76_000_114), name: 'Librería y Papelería Andalién Ltda.' },
  printer: { rut: rutOf(76_000_221), name: 'Imprenta Caracol SpA' },
  bakery: { rut: rutOf(76_000_338), name: 'Amasandería Doña Elba EIRL' },
  bus: { rut: rutOf(76_000_445), name: 'Transportes Nonguén Ltda.' },
  restaurant: { rut: rutOf(76_000_552), name: 'Restaurante El Roble SpA' },
  hall: { rut: rutOf(76_000_669), name: 'Eventos Lo Pequén SpA' },
  dealer: { rut: rutOf(76_000_776), name: 'Comercial Los Notros Ltda.' },
  wholesaler: { rut: rutOf(76_000_883), name: 'Distribuidora Itata SpA' },
  software: { foreignId: 'US 84-3321907', name: 'Open Forms Inc.' },
  monitor: { rut: rutOf(35_410_118), name: 'Antonia Cárcamo Riffo' },
  designer: { rut: rutOf(35_520_774), name: 'Joaquín Villagra Muena' },
  student: { rut: rutOf(35_630_402), name: 'Florencia Nahuelpán Soto' },
} as const;

export interface DemoSupplier {
  readonly rut?: string;
  readonly foreignId?: string;
  readonly name: string;
}

/** An expense of the demo; `corrects` is the place of the one that a credit note takes back. */
export interface DemoExpense {
  /** Name of the type of voucher. */
  readonly type: string;
  readonly from?: DemoSupplier;
  readonly number?: string;
  /** Days before today. */
  readonly ago: number;
  readonly currency?: Currency;
  readonly gross: number;
  /** Pesos of the voucher, where another project has the rest. */
  readonly share?: number;
  /** Id of the line of the budget. */
  readonly line: string;
  readonly what: string;
  readonly corrects?: number;
  /** Its papers are not there yet. */
  readonly bare?: true;
}

/** Expenses by their places; what is noted of one is refused where the statement is approved, else observed. */
export interface DemoStatement {
  readonly ago: number;
  readonly expenses: readonly number[];
  readonly approve: boolean;
  readonly comment: string;
  readonly notes?: Readonly<Record<number, string>>;
}

export interface DemoTransfer {
  readonly ago: number;
  readonly amount: number;
  readonly reference: string;
  readonly note?: string;
}

/** What an awarded project of the demo has spent and accounted for. */
export interface DemoSpending {
  readonly payments: readonly DemoTransfer[];
  readonly expenses: readonly DemoExpense[];
  readonly statements: readonly DemoStatement[];
  readonly refund?: DemoTransfer;
}

/** A call of before whose projects the demo tells of. Days are counted back from today. */
export interface DemoFundCall {
  readonly id: string;
  readonly line: string;
  /** When it took proposals, and when it was resolved. */
  readonly opened: number;
  readonly closed: number;
  readonly resolved: number;
  /** Days in which its projects are carried out. */
  readonly from: number;
  readonly to: number;
  /** When the progress report of its projects is due. */
  readonly report: number;
  /** All of it is over. */
  readonly isOver?: true;
}

/** What a call awarded to a project of the demo, and what became of the money. */
export interface DemoAward {
  readonly call: DemoFundCall;
  /** Pesos. */
  readonly amount: number;
  readonly lines: readonly BudgetLine[];
  readonly spending: DemoSpending;
}

/** The factura that two projects share. */
const POSTERS = {
  ...{ type: 'Factura', from: SUPPLIERS.printer, number: '21877', ago: 132, gross: 480_000, line: 'd1' },
} as const;

/** Under way: one statement approved but for an expense, one sent back, the rest not accounted for. */
export const FEET_SPENDING: DemoSpending = {
  payments: [
    { ago: 150, amount: 1_400_000, reference: 'Transferencia 118.204', note: 'Primera parte de la cuota 1.' },
    { ago: 95, amount: 760_000, reference: 'Transferencia 121.977', note: 'Saldo de la cuota 1.' },
  ],
  expenses: [
    {
      ...{ type: 'Factura', from: SUPPLIERS.stationer, number: '4512', ago: 140, gross: 184_450, line: 'o1' },
      what: 'Cuadernos de autocuidado y material de taller',
    },
    { ...POSTERS, share: 300_000, what: 'Afiches y cartillas, parte de este proyecto' },
    {
      ...{ type: 'Boleta', from: SUPPLIERS.bakery, number: '90331', ago: 125, gross: 96_800, line: 'o1' },
      what: 'Colaciones de los dos primeros talleres',
    },
    {
      ...{ type: 'Pasaje', from: SUPPLIERS.bus, number: 'CT-55810', ago: 120, gross: 43_200, line: 'v1' },
      what: 'Pasajes a Hualqui para la visita a la posta',
    },
    {
      ...{ type: 'Boleta', from: SUPPLIERS.restaurant, number: '7714', ago: 118, gross: 38_990, line: 'o1' },
      what: 'Cena del equipo al cierre del primer mes',
    },
    {
      ...{ type: 'Boleta de honorarios', from: SUPPLIERS.monitor, number: '57', ago: 100, gross: 450_000 },
      ...{ line: 'h1', what: 'Monitora de los talleres, primer trimestre' },
    },
    {
      ...{
        type: 'Factura',
        from: SUPPLIERS.software,
        number: 'INV-2209',
        ago: 96,
        currency: 'USD',
        gross: 180,
      },
      ...{ line: 'e1', what: 'Licencia anual del formulario de seguimiento' },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.bus, number: '3390', ago: 88, gross: 165_000, line: 'v1' },
      what: 'Bus ida y vuelta al control en el hospital',
    },
    {
      ...{ type: 'Nota de crédito', from: SUPPLIERS.stationer, number: '288', ago: 80, gross: 24_990 },
      ...{ line: 'o1', corrects: 0, what: 'Devolución de carpetas con falla' },
    },
    {
      type: 'Aporte valorado',
      ago: 60,
      gross: 350_000,
      line: 'p1',
      what: 'Sala del centro de salud, doce jornadas',
    },
    {
      ...{ type: 'Viático', from: SUPPLIERS.student, ago: 40, gross: 60_000, line: 'v1' },
      what: 'Viático de la ayudante en la salida a terreno',
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.hall, number: '1186', ago: 33, gross: 210_000, line: 'u1' },
      what: 'Arriendo de sillas y amplificación',
    },
    {
      ...{ type: 'Reembolso', from: SUPPLIERS.student, ago: 25, gross: 27_350, line: 'o1' },
      what: 'Compra urgente de guantes y gasas',
    },
    {
      ...{ type: 'Boleta', from: SUPPLIERS.bakery, number: '94102', ago: 12, gross: 54_600, line: 'o1' },
      ...{ what: 'Colaciones del taller de noviembre', bare: true },
    },
  ],
  statements: [
    {
      ...{ ago: 70, expenses: [0, 1, 2, 3, 4], approve: true, comment: 'Revisada con los originales.' },
      notes: { 4: 'Las bases no financian cenas del equipo.' },
    },
    {
      ...{ ago: 34, expenses: [5, 6, 7, 8], approve: false, comment: 'Falta poco: responde y la aprobamos.' },
      notes: { 5: 'El informe de actividades no está firmado por la responsable del proyecto.' },
    },
  ],
};

/** One that has ended: it spent less than it was paid, and gave the rest back. */
export const TRADES_SPENDING: DemoSpending = {
  payments: [{ ago: 300, amount: 900_000, reference: 'Transferencia 109.663', note: 'Cuota 1.' }],
  expenses: [
    {
      ...{ type: 'Factura', from: SUPPLIERS.stationer, number: '3987', ago: 200, gross: 312_400, line: 'o1' },
      what: 'Telas, hilos y material de los talleres',
    },
    {
      ...{ type: 'Boleta de honorarios', from: SUPPLIERS.designer, number: '112', ago: 170, gross: 280_000 },
      ...{ line: 'h1', what: 'Diseño del catálogo de oficios' },
    },
    {
      ...{ type: 'Factura', from: SUPPLIERS.bus, number: '3127', ago: 150, gross: 74_600, line: 'o1' },
      what: 'Traslado de la muestra a Coronel',
    },
    { ...POSTERS, share: 180_000, what: 'Afiches de la muestra, parte de este proyecto' },
  ],
  statements: [{ ago: 58, expenses: [0, 1, 2, 3], approve: true, comment: 'Todo en orden.' }],
  refund: { ago: 45, amount: 53_000, reference: 'Depósito 77120', note: 'Saldo que no se gastó.' },
};

/** Days before today for which the demo knows what UF and dollar were worth. */
export const RATED_DAYS = 220;
const cents = (value: number) => Math.round(value * 100) / 100;

/** Pesos of a UF so many days ago: it rises slowly with prices. */
export const ufOf = (ago: number): number => cents(39_500 - ago * 3.37);
/** Pesos of a dollar: it goes up and down. */
export const dollarOf = (ago: number): number => cents(950 + 17 * Math.sin(ago / 19) + 6 * Math.cos(ago / 5));
