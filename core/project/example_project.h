// Why: a new user can have a network learning real data within a minute of opening Fovea.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/project/project.h"

namespace fovea {

struct ExampleProject {
  std::string name;         // for the command line: "fashion-lenet"
  std::string title;        // "Recognise clothes"
  std::string description;  // data, network and what to expect, in a sentence or two
};

std::vector<ExampleProject> exampleProjects();

// Opens the example in `folder` and creates its missing parts first: the project, its network, its data set. A second
// call only opens it; a call after Cancel or an error continues. Errors: NotFound (no such example, or its data is not
// installed, with advice on how to get it), Cancelled, and those of Project::open, Project::create and importing.
Result<std::unique_ptr<Project>> createExampleProject(const std::filesystem::path& folder, const std::string& name,
                                                      const ProgressFunction& progress, const CancelToken& cancel);

// The folder with Fashion-MNIST's IDX files: the environment variable FOVEA_FASHION_MNIST, else the path of Debian's
// package.
Result<std::filesystem::path> findFashionMnist();

}  // namespace fovea
