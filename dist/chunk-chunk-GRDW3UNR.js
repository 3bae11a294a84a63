/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
