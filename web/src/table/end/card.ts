// The end as a picture to take along: drawn by hand on a canvas, because nothing but the page itself may be loaded.
import {
  EMBERS,
  FINGER_WIDTH,
  FINGERS,
  FLAME,
  FLAME_HEART,
  HEAD,
  hills,
  LIMB_WIDTH,
  LOGS,
  MAMMOTH,
  MOON,
  PALM,
  PEOPLE,
  rays,
} from '../../art/wall/figures';
import { offer } from '../../lib/save';
import type { SeatInfo } from '../../lib/seats';
import type { Over } from '../../lib/wire';
import { picture, type Row } from './counted';
import type { Verdict } from './verdict';

export interface Card {
  said: Verdict;
  over: Over;
  seats: SeatInfo[];
  /** Its name. */
  game: string;
}

const W = 1200;
const H = 630;
const SEATS = ['#b9781c', '#2d7a80', '#a83a26', '#57488a'];
const SERIF = "'Alegreya', 'Noto Serif', Georgia, serif";
const SANS = "'Alegreya Sans', 'Noto Sans', system-ui, sans-serif";

type Pen = CanvasRenderingContext2D;

function at(pen: Pen, x: number, y: number, k: number, turn: number, draw: () => void): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(k, Math.abs(k));
  pen.rotate((turn * Math.PI) / 180);
  draw();
  pen.restore();
}

function fill(pen: Pen, path: string, colour: string): void {
  pen.fillStyle = colour;
  pen.fill(new Path2D(path));
}

function stroke(pen: Pen, path: string, colour: string, wide: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.lineCap = pen.lineJoin = 'round';
  pen.stroke(new Path2D(path));
}

/** Paint blown around a hand: a cloud of dots, thin towards its edge. */
function stencil(pen: Pen, seat: number, x: number, y: number, k: number, wall: string): void {
  const colour = SEATS[seat % 4]!;
  pen.fillStyle = colour;
  let roll = 7 + seat;
  const random = () => (roll = (roll * 48271) % 2147483647) / 2147483647;
  for (let i = 0; i < 9000; i++) {
    const far = Math.pow(random(), 0.62) * 84 * k;
    const turn = random() * 2 * Math.PI;
    pen.globalAlpha = far > 62 * k ? 0.3 : 0.75;
    pen.fillRect(x + far * Math.cos(turn), y + far * 1.08 * Math.sin(turn), 2.4, 2.4);
  }
  pen.globalAlpha = 1;
  at(pen, x, y, k, -6, () => {
    fill(pen, PALM, wall);
    stroke(pen, FINGERS[seat % 4]!, wall, FINGER_WIDTH);
  });
}

function person(pen: Pen, who: keyof typeof PEOPLE, x: number, y: number, k: number): void {
  const { head, limbs } = PEOPLE[who];
  at(pen, x, y, k, 0, () => {
    pen.fillStyle = '#2b2521';
    pen.beginPath();
    pen.arc(head[0], head[1], HEAD, 0, 2 * Math.PI);
    pen.fill();
    stroke(pen, limbs, '#2b2521', LIMB_WIDTH);
  });
}

function blaze(pen: Pen, x: number, y: number, k: number, low: boolean): void {
  at(pen, x, y, k, 0, () => {
    fill(pen, low ? EMBERS : FLAME, '#e08b3e');
    if (!low) fill(pen, FLAME_HEART, '#e0b155');
    fill(pen, LOGS, '#2b2521');
  });
}

function ground(pen: Pen, colours: [string, number, number, number][]): void {
  for (const [colour, top, height, seed] of colours) fill(pen, hills(W, H, top, height, seed), colour);
}

function feast(pen: Pen): void {
  pen.fillStyle = '#e0b155';
  pen.beginPath();
  pen.arc(905, 225, 92, 0, 2 * Math.PI);
  pen.fill();
  stroke(pen, rays(905, 225, 110, 11), '#c98a2b', 12);
  ground(pen, [
    ['#c98a2b', 318, 50, 12],
    ['#a4522b', 352, 40, 33],
  ]);
  blaze(pen, 880, 352, 0.8, false);
  for (const [x, k] of [
    [790, 1.2],
    [830, -1.0],
    [930, 1.1],
    [975, -1.25],
  ] as const)
    person(pen, 'dancer', x, 352, k);
}

function evening(pen: Pen): void {
  at(pen, 880, 60, 1.5, 0, () => fill(pen, MOON, '#fbf7ee'));
  at(pen, 1150, 175, -0.95, 0, () => fill(pen, MAMMOTH, '#5a4334'));
  ground(pen, [
    ['#7d5b74', 318, 44, 12],
    ['#5a4334', 352, 36, 44],
  ]);
  blaze(pen, 850, 356, 0.75, true);
  person(pen, 'sitter', 800, 352, 1.35);
}

function calm(pen: Pen): void {
  at(pen, 570, 190, 0.8, 0, () => fill(pen, MAMMOTH, '#5a4334'));
  at(pen, 1190, 190, -0.8, 0, () => fill(pen, MAMMOTH, '#5a4334'));
  ground(pen, [
    ['#c98a2b', 318, 34, 12],
    ['#a4522b', 352, 30, 33],
  ]);
  blaze(pen, 880, 356, 0.7, false);
}

function bars(pen: Pen, rows: Row[]): void {
  const most = Math.max(1, ...rows.map((row) => row.total ?? row.parts.reduce((all, part) => all + part.points, 0)));
  rows.forEach((row, i) => {
    const y = 424 + i * 46;
    const points = row.total ?? row.parts.reduce((all, part) => all + part.points, 0);
    const colour = SEATS[row.seat.colour % 4]!;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(78, y + 16, 16, 0, 2 * Math.PI);
    pen.fill();
    at(pen, 78, y + 14, 0.24, 0, () => {
      fill(pen, PALM, '#fbf7ee');
      stroke(pen, FINGERS[row.seat.colour % 4]!, '#fbf7ee', FINGER_WIDTH);
    });
    pen.fillStyle = '#2b2521';
    pen.font = `700 24px ${SANS}`;
    pen.fillText(row.seat.name, 108, y + 24, 210);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(330, y, Math.max(6, (Math.max(0, points) / most) * 640), 32, 8);
    pen.fill();
    if (row.total === null) return;
    pen.fillStyle = '#2b2521';
    pen.font = `800 30px ${SANS}`;
    pen.textAlign = 'right';
    pen.fillText(String(row.total), 1138, y + 26);
    pen.textAlign = 'left';
  });
}

/** Draws the card; the letters are those of the page, and must be there. */
export function draw(pen: Pen, { said, over, seats, game }: Card): void {
  const isDusk = said.mood === 'lost' || said.mood === 'nobody';
  const wall = isDusk ? '#b39a92' : '#e8ddc8';
  pen.fillStyle = wall;
  pen.fillRect(0, 0, W, H);
  const light = pen.createRadialGradient(380, 130, 20, 380, 130, 620);
  light.addColorStop(0, isDusk ? '#cfc3b4cc' : '#fbf7eecc');
  light.addColorStop(1, '#fbf7ee00');
  pen.fillStyle = light;
  pen.fillRect(0, 0, W, H);
  if (said.mood === 'drawn') calm(pen);
  else if (isDusk) evening(pen);
  else feast(pen);
  const hands = said.hands.slice(0, 2);
  hands.forEach((seat, i) => {
    const x = said.mood === 'drawn' ? 790 + i * 180 : 660 + i * 110 - (hands.length - 1) * 70;
    stencil(pen, seat.colour, x, 170, hands.length > 1 ? 0.86 : 1.1, wall);
  });
  pen.fillStyle = '#fbf7ee';
  pen.fillRect(0, 392, W, H - 392);
  pen.fillStyle = '#8f3b22';
  pen.font = `700 24px ${SANS}`;
  pen.fillText(`${game} · ${said.because}`, 60, 70, 540);
  pen.fillStyle = '#2b2521';
  pen.font = `800 72px ${SERIF}`;
  pen.fillText(said.title, 58, 156, 520);
  pen.font = `500 28px ${SERIF}`;
  wrap(said.why, 500, (line) => pen.measureText(line).width).forEach((line, i) => pen.fillText(line, 60, 210 + i * 36));
  bars(pen, picture(over, seats).rows.slice(0, 4));
  pen.fillStyle = '#5a4334';
  pen.font = `700 22px ${SERIF}`;
  pen.textAlign = 'right';
  pen.fillText('Ochre', 1138, 612);
  pen.textAlign = 'left';
}

/** Lines no wider than that, broken between words. */
export function wrap(text: string, width: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (!lines.length || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export async function shareCard(card: Card): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = W;
  canvas.height = H;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  await Promise.all([document.fonts.load(`800 72px ${SERIF}`), document.fonts.load(`700 24px ${SANS}`)]);
  draw(pen, card);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('no picture');
  await offer(blob, 'ochre.png', card.said.title);
}
