// Which drawing belongs to which prey. Packs bring their own animals: what is not known here gets a general one.
import type { Names, Prey } from './view';

const DRAWN: Record<string, string> = {
  marmot: 'marmot',
  owl: 'owl',
  bustard: 'bustard',
  badger: 'badger',
  fox: 'fox',
  beaver: 'beaver',
  'wild boar': 'boar',
  ibex: 'ibex',
  lynx: 'lynx',
  reindeer: 'reindeer',
  wolf: 'wolf',
  'giant eagle': 'eagle',
  aurochs: 'aurochs',
  'cave hyena': 'hyena',
  'giant deer': 'giantdeer',
  'moon bison': 'bison',
  'horned lizard': 'lizard',
  'swamp elk': 'elk',
  'sun stag': 'stag',
  'moon hart': 'hart',
  'woolly rhino': 'rhino',
  mammoth: 'mammoth',
  'sabre-tooth': 'sabretooth',
  'valley behemoth': 'behemoth',
};

/** The drawing of a prey, as the id of a symbol. */
export function drawingOf(prey: Pick<Prey, 'names' | 'power'>): string {
  const known = DRAWN[prey.names?.['en']?.toLowerCase() ?? ''];
  return `#sp-a-${known ?? (prey.power <= 2 ? 'marmot' : prey.power <= 4 ? 'ibex' : prey.power <= 6 ? 'bison' : 'mammoth')}`;
}

export function nameIn(names: Names | null, lang: string, fallback: string): string {
  return names?.[lang] ?? names?.['en'] ?? fallback;
}
