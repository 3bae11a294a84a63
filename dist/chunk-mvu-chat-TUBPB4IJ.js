/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeMvuChat
} from "./chunk-chunk-2Z5UCE2C.js";
import "./chunk-chunk-A64DREN7.js";
import "./chunk-chunk-UIPN3E73.js";
import "./chunk-chunk-V7V2O4MB.js";
import "./chunk-chunk-22ILXIJX.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-BJWCLA2Q.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-CJOOAXHJ.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";
export {
  makeMvuChat
};
