// The page of the techniques: how far the course is.

import { showCourse } from "./course.js";

showCourse();
