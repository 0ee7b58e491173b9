// The page of the techniques: how far the course is.

"use strict";

{
  const { showCourse } = catalogue.course;

  showCourse();
}
