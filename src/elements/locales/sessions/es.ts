import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: 'Conversaciones',
  untitled: 'Sin título',
  loading: 'Cargando tus conversaciones',
  empty: 'Aún no hay conversaciones.',
  failed: 'No se pudieron cargar tus conversaciones.',
  unchanged: 'No se pudo hacer. Inténtalo de nuevo.',
  more: 'Mostrar más',
  rename: (title: string): string => `Cambiar el nombre de ${title}`,
  label: 'Título',
  save: 'Guardar',
  remove: (title: string): string => `Eliminar ${title}`,
  ask: (title: string): string => `¿Eliminar «${title}»?`,
  confirm: 'Eliminar',
  cancel: 'Cancelar',
};
